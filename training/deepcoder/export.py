"""Writes a policy folder: configuration, tokenizer and ONNX model, checked against PyTorch before it is left in place.

    python training/deepcoder/export.py base      (from the last checkpoint in training/deepcoder/out)
"""

import json
import sys

import onnx
from tokenizers import Tokenizer

from check_export import largest_differences
from parent import build
from play import MAX_REPLY_TOKENS
from policy_files import OUT, POLICIES, load_checkpoint
from text import CHAT_TEMPLATE, END_OF_TEXT, TURN_END, TURN_START

TOLERANCE_NATS = 5e-5


def export_policy(name):
    """training/deepcoder/out/<name>.pt and training/deepcoder/out/tokenizer.json → fixtures/deepcoder-mt/policies/<name>/."""
    model = load_checkpoint(name).eval()
    tokenizer = Tokenizer.from_file(str(OUT / "tokenizer.json"))
    folder = POLICIES / name
    (folder / "onnx").mkdir(parents=True, exist_ok=True)
    tokenizer.save(str(folder / "tokenizer.json"))
    write_json(folder / "config.json", configuration(model.config, tokenizer))
    write_json(folder / "generation_config.json", generation_configuration(tokenizer))
    write_json(folder / "tokenizer_config.json", tokenizer_configuration(model.config, tokenizer))
    onnx.save(build(model), str(folder / "onnx" / "model.onnx"))
    likely, all_tokens = largest_differences(model, tokenizer, folder / "onnx" / "model.onnx")
    print(
        f"{name}: exported; ONNX and PyTorch log-probabilities of replies differ by at most {likely:.1e} nats "
        f"({all_tokens:.1e} with tokens less likely than 1e-6)"
    )
    if likely > TOLERANCE_NATS:
        raise ValueError(f"{folder}: expected at most {TOLERANCE_NATS} nats, got {likely}")


def write_json(path, value):
    path.write_text(json.dumps(value, indent=2) + "\n")


def configuration(c, tokenizer):
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
        "initializer_range": 0.02,
        "use_cache": True,
        "torch_dtype": "float32",
        "bos_token_id": None,
        "eos_token_id": tokenizer.token_to_id(TURN_END),
        "pad_token_id": tokenizer.token_to_id(END_OF_TEXT),
    }


def generation_configuration(tokenizer):
    return {
        "do_sample": True,
        "temperature": 1.0,
        "top_k": 0,
        "top_p": 1.0,
        "max_new_tokens": MAX_REPLY_TOKENS,
        "eos_token_id": tokenizer.token_to_id(TURN_END),
        "pad_token_id": tokenizer.token_to_id(END_OF_TEXT),
    }


def tokenizer_configuration(c, tokenizer):
    special = {END_OF_TEXT: True, TURN_START: True, TURN_END: True}
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


if __name__ == "__main__":
    export_policy(sys.argv[1])
