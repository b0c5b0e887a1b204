"""Where policies and checkpoints live, and how they are read back."""

import json
from pathlib import Path

import torch
from tokenizers import Tokenizer

from parent import ModelConfig, Policy, read_weights

HERE = Path(__file__).resolve().parent
POLICIES = HERE.parent.parent / "fixtures" / "deepcoder-mt" / "policies"
OUT = HERE / "out"
LOGS = HERE / "logs"


def save_checkpoint(model, name):
    """Writes training/deepcoder/out/<name>.pt."""
    OUT.mkdir(exist_ok=True)
    torch.save({"config": model.config.__dict__, "weights": model.state_dict()}, OUT / f"{name}.pt")


def load_checkpoint(name):
    """The policy saved in training/deepcoder/out under this name."""
    saved = torch.load(OUT / f"{name}.pt", weights_only=True)
    model = Policy(ModelConfig(**saved["config"]))
    model.load_state_dict(saved["weights"])
    return model


def load_policy(name):
    """The exported policy, with the weights of its ONNX file."""
    written = json.loads((POLICIES / name / "config.json").read_text())
    model = Policy(ModelConfig(**{field: written[field] for field in ModelConfig.__dataclass_fields__}))
    read_weights(model, POLICIES / name / "onnx" / "model.onnx")
    return model


def load_tokenizer(name):
    """The exported policy's tokenizer."""
    return Tokenizer.from_file(str(POLICIES / name / "tokenizer.json"))
