"""The parts shared with the FrozenLake training one folder up: the decoder, and its ONNX graph."""

import sys
from pathlib import Path

# At the end of the path: modules of this folder keep their names.
sys.path.append(str(Path(__file__).resolve().parent.parent))

from model import ModelConfig, Policy, reply_log_probabilities, rotate  # noqa: E402
from onnx_graph import build, read_weights  # noqa: E402

__all__ = ["ModelConfig", "Policy", "build", "read_weights", "reply_log_probabilities", "rotate"]
