"""What the model folders are called, and their JSON files but the tokenizer's."""

from training.export import llama_configuration

TRANSFORMERS_JS = "smollm2-135m-instruct"
GENAI = f"{TRANSFORMERS_JS}-genai"


def special_ids(metadata):
    names = {"bos": "bos", "eos": "eos", "pad": "padding"}
    return {f"{ours}_token_id": metadata[f"tokenizer.ggml.{theirs}_token_id"] for ours, theirs in names.items()}


def configuration(c, metadata):
    return llama_configuration(c, special_ids(metadata))


def generation_configuration(metadata):
    """SmolLM2's own says nothing of sampling."""
    return special_ids(metadata)


def genai_configuration(c, metadata):
    decoder = {
        "session_options": {"provider_options": []},
        "filename": "model.onnx",
        "head_size": c.head_dim,
        "hidden_size": c.hidden_size,
        "num_attention_heads": c.num_attention_heads,
        "num_hidden_layers": c.num_hidden_layers,
        "num_key_value_heads": c.num_key_value_heads,
        "inputs": {
            "input_ids": "input_ids",
            "attention_mask": "attention_mask",
            "past_key_names": "past_key_values.%d.key",
            "past_value_names": "past_key_values.%d.value",
        },
        "outputs": {
            "logits": "logits",
            "present_key_names": "present.%d.key",
            "present_value_names": "present.%d.value",
        },
    }
    return {
        "model": {
            "type": "llama",
            "context_length": c.max_position_embeddings,
            "vocab_size": c.vocab_size,
            **special_ids(metadata),
            "decoder": decoder,
        },
        "search": {"do_sample": False, "max_length": c.max_position_embeddings, "past_present_share_buffer": False},
    }
