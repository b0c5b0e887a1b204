"""Writes a GGUF file's tensors dequantised, so that llama.cpp computes with the very weights of the ONNX model.

    python bench/write_gguf.py SOURCE.gguf TARGET.gguf [--type f32|f16]

In f32 every weight is the same number; f16 rounds those of matrices, which is what llama.cpp users run.
"""

import argparse

import numpy as np
from gguf import GGUFReader, GGUFValueType, GGUFWriter
from gguf.quants import dequantize

TYPES = {"f32": (np.float32, 0), "f16": (np.float16, 1)}
NOT_COPIED = {"general.architecture", "general.file_type", "general.quantization_version"}


def main():
    parser = argparse.ArgumentParser(description="a GGUF file without quantisation")
    parser.add_argument("source")
    parser.add_argument("target")
    parser.add_argument("--type", choices=TYPES, default="f32")
    options = parser.parse_args()
    number, file_type = TYPES[options.type]

    reader = GGUFReader(options.source)
    writer = GGUFWriter(options.target, reader.fields["general.architecture"].contents())
    writer.add_file_type(file_type)
    for key, field in reader.fields.items():
        if key in NOT_COPIED or key.startswith("GGUF."):
            continue
        kind = field.types[0]
        inner = field.types[-1] if kind == GGUFValueType.ARRAY else None
        writer.add_key_value(key, field.contents(), kind, sub_type=inner)
    for tensor in reader.tensors:
        values = dequantize(tensor.data, tensor.tensor_type)
        # llama.cpp keeps norms in float32 beside matrices of any type.
        writer.add_tensor(tensor.name, values.astype(number if values.ndim > 1 else np.float32))
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


if __name__ == "__main__":
    main()
