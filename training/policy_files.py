"""Policies and checkpoints on disk, written and read back."""

import json

import torch
from tokenizers import Tokenizer

from training.model import ModelConfig, Policy
from training.onnx_graph import read_weights


def save_checkpoint(model, path):
    path.parent.mkdir(exist_ok=True)
    torch.save({"config": model.config.__dict__, "weights": model.state_dict()}, path)


def load_checkpoint(path):
    saved = torch.load(path, weights_only=True)
    model = Policy(ModelConfig(**saved["config"]))
    model.load_state_dict(saved["weights"])
    return model


def load_policy(folder):
    """The exported policy, with the weights of its ONNX file."""
    written = json.loads((folder / "config.json").read_text())
    model = Policy(ModelConfig(**{field: written[field] for field in ModelConfig.__dataclass_fields__}))
    read_weights(model, folder / "onnx" / "model.onnx")
    return model


def load_tokenizer(folder):
    """The tokenizer of an exported policy or of a folder of checkpoints."""
    return Tokenizer.from_file(str(folder / "tokenizer.json"))


def save_tokenizer(tokenizer, folder):
    folder.mkdir(parents=True, exist_ok=True)
    tokenizer.save(str(folder / "tokenizer.json"))
