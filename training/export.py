"""Writes a policy folder: configuration, tokenizer and ONNX model, which is then checked against PyTorch."""

import json

import onnx

from training.chat import CHAT_TEMPLATE, END_OF_TEXT, TURN_END, TURN_START
from training.check_export import check_export
from training.onnx_graph import build
from training.policy_files import load_checkpoint, load_tokenizer, save_tokenizer


def export_policy(checkpoint, folder, texts, max_reply_tokens, tolerance_nats, tags=()):
    """checkpoint: a file with tokenizer.json beside it. texts: chats to check on. tags: added, not special tokens."""
    model, tokenizer = load_checkpoint(checkpoint).eval(), load_tokenizer(checkpoint.parent)
    save_tokenizer(tokenizer, folder)
    (folder / "onnx").mkdir(exist_ok=True)
    write_json(folder / "config.json", configuration(model.config, tokenizer))
    write_json(folder / "generation_config.json", generation_configuration(tokenizer, max_reply_tokens))
    write_json(folder / "tokenizer_config.json", tokenizer_configuration(model.config, tokenizer, tags))
    onnx.save(build(model), str(folder / "onnx" / "model.onnx"))
    check_export(model, folder, texts, tolerance_nats)


def write_json(path, value):
    path.write_text(json.dumps(value, indent=2) + "\n")


def llama_configuration(c, special_ids):
    return {
        "architectures": ["LlamaForCausalLM"],
        "model_type": "llama",
        **c.__dict__,
        "hidden_act": "silu",
        "attention_bias": False,
        "mlp_bias": False,
        "attention_dropout": 0.0,
        "rope_scaling": None,
        "tie_word_embeddings": True,
        "use_cache": True,
        "torch_dtype": "float32",
        **special_ids,
    }


def configuration(c, tokenizer):
    special_ids = {
        "bos_token_id": None,
        "eos_token_id": tokenizer.token_to_id(TURN_END),
        "pad_token_id": tokenizer.token_to_id(END_OF_TEXT),
    }
    return {**llama_configuration(c, special_ids), "initializer_range": 0.02}


def generation_configuration(tokenizer, max_reply_tokens):
    return {
        "do_sample": True,
        "temperature": 1.0,
        "top_k": 0,
        "top_p": 1.0,
        "max_new_tokens": max_reply_tokens,
        "eos_token_id": tokenizer.token_to_id(TURN_END),
        "pad_token_id": tokenizer.token_to_id(END_OF_TEXT),
    }


def tokenizer_configuration(c, tokenizer, tags):
    special = {END_OF_TEXT: True, TURN_START: True, TURN_END: True} | dict.fromkeys(tags, False)
    flags = {"lstrip": False, "normalized": False, "rstrip": False, "single_word": False}
    added = {
        str(tokenizer.token_to_id(token)): {"content": token, **flags, "special": is_special}
        for token, is_special in special.items()
    }
    return {
        "tokenizer_class": "PreTrainedTokenizerFast",
        "add_bos_token": False,
        "add_prefix_space": False,
        "added_tokens_decoder": added,
        "additional_special_tokens": [TURN_START, TURN_END],
        "bos_token": None,
        "eos_token": TURN_END,
        "pad_token": END_OF_TEXT,
        "unk_token": None,
        "clean_up_tokenization_spaces": False,
        "model_max_length": c.max_position_embeddings,
        "chat_template": CHAT_TEMPLATE,
    }
