"""Small random decoders in each variant of the transformers.js layout, as policy folders.

    python layouts.py TEMPLATE_FOLDER OUT_FOLDER        TEMPLATE_FOLDER gives tokenizer and settings

One attention layer over token and position embeddings: no language model, but every number of it can be computed again.
"""

import json
import shutil
import sys
from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

WIDTH, HEADS, HEAD_DIM, CONTEXT = 32, 4, 8, 1024
VARIANTS = {
    "plain": {},
    "no-positions": {"positions": False},
    "half": {"half": True},
    "grouped-heads": {"kv_heads": 2},
    "logits-to-keep": {"keep": "num_logits_to_keep"},
    "external-data": {"external": True},
    "symbolic-vocabulary": {"symbolic": True},
}


class Graph:
    """Collects nodes and constants under fresh names."""

    def __init__(self):
        self.nodes, self.constants = [], []

    def constant(self, value):
        self.constants.append(numpy_helper.from_array(np.asarray(value), f"c{len(self.constants)}"))
        return self.constants[-1].name

    def add(self, operator, inputs, output=None, **attributes):
        output = output or f"t{len(self.nodes)}"
        self.nodes.append(helper.make_node(operator, inputs, [output], **attributes))
        return output


def build(vocabulary, positions=True, half=False, kv_heads=HEADS, keep=None, external=False, symbolic=False):
    rng = np.random.default_rng(0)
    draw = lambda *shape: rng.normal(size=shape).astype(np.float32)
    g = Graph()
    zero = g.constant(np.array([0], np.int64))
    cache = TensorProto.FLOAT16 if half else TensorProto.FLOAT
    size = lambda tensor, axis: g.add("Gather", [g.add("Shape", [tensor]), g.constant(np.array([axis], np.int64))])
    scalar = lambda tensor: g.add("Squeeze", [tensor, zero])

    past = size("past_key_values.0.key", 2)
    total = g.add("Add", [past, size("input_ids", 1)])
    one = g.constant(np.array(1, np.int64))
    queries = g.add("Range", [scalar(past), scalar(total), one])
    keys = g.add("Range", [g.constant(np.array(0, np.int64)), scalar(total), one])
    causal = g.add("LessOrEqual", [g.add("Unsqueeze", [keys, zero]), g.add("Unsqueeze", [queries, g.constant(np.array([1], np.int64))])])
    seen = g.add("Unsqueeze", [g.add("Cast", ["attention_mask"], to=TensorProto.BOOL), g.constant(np.array([1, 2], np.int64))])
    mask = g.add("And", [causal, seen])

    tokens = g.add("Gather", [g.constant(draw(vocabulary, WIDTH)), "input_ids"])
    places = g.add("Gather", [g.constant(draw(CONTEXT, WIDTH) / 2), "position_ids" if positions else queries])
    hidden = g.add("Add", [tokens, places])

    def project(heads):
        flat = g.add("MatMul", [hidden, g.constant(draw(WIDTH, heads * HEAD_DIM) / WIDTH**0.5)])
        split = g.add("Reshape", [flat, g.constant(np.array([0, 0, heads, HEAD_DIM], np.int64))])
        return g.add("Transpose", [split], perm=[0, 2, 1, 3])

    query, remembered = project(HEADS), []
    for kind in ("key", "value"):
        new = project(kv_heads)
        new = g.add("Cast", [new], to=cache) if half else new
        whole = g.add("Concat", [f"past_key_values.0.{kind}", new], f"present.0.{kind}", axis=2)
        whole = g.add("Cast", [whole], to=TensorProto.FLOAT) if half else whole
        if kv_heads != HEADS:
            copies = [g.add("Unsqueeze", [whole, g.constant(np.array([2], np.int64))])] * (HEADS // kv_heads)
            shape = g.add("Concat", [size("input_ids", 0), g.constant(np.array([HEADS, -1, HEAD_DIM], np.int64))], axis=0)
            whole = g.add("Reshape", [g.add("Concat", copies, axis=2), shape])
        remembered.append(whole)
    scores = g.add("MatMul", [query, g.add("Transpose", [remembered[0]], perm=[0, 1, 3, 2])])
    scores = g.add("Mul", [scores, g.constant(np.float32(HEAD_DIM**-0.5))])
    weights = g.add("Softmax", [g.add("Where", [mask, scores, g.constant(np.float32(-1e9))])], axis=-1)
    mixed = g.add("Transpose", [g.add("MatMul", [weights, remembered[1]])], perm=[0, 2, 1, 3])
    flat = g.add("Reshape", [mixed, g.constant(np.array([0, 0, HEADS * HEAD_DIM], np.int64))])
    hidden = g.add("Add", [hidden, g.add("MatMul", [flat, g.constant(draw(HEADS * HEAD_DIM, WIDTH) / WIDTH**0.5)])])
    if keep:
        start = g.add("Neg", [g.add("Unsqueeze", [keep, zero])])
        hidden = g.add("Slice", [hidden, start, g.constant(np.array([2**60], np.int64)), g.constant(np.array([1], np.int64))])
    logits = g.add("MatMul", [hidden, g.constant(draw(WIDTH, vocabulary) / WIDTH**0.5)])
    g.add("Cast", [logits], "logits", to=cache)

    info = helper.make_tensor_value_info
    inputs = [info("input_ids", TensorProto.INT64, ["b", "s"]), info("attention_mask", TensorProto.INT64, ["b", "t"])]
    inputs += [info("position_ids", TensorProto.INT64, ["b", "s"])] if positions else []
    inputs += [info(keep, TensorProto.INT64, [])] if keep else []
    inputs += [info(f"past_key_values.0.{kind}", cache, ["b", kv_heads, "p", HEAD_DIM]) for kind in ("key", "value")]
    outputs = [info("logits", cache, ["b", "n", "v" if symbolic else vocabulary])]
    outputs += [info(f"present.0.{kind}", cache, ["b", kv_heads, "t", HEAD_DIM]) for kind in ("key", "value")]
    graph = helper.make_graph(g.nodes, "layout", inputs, outputs, g.constants)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)], ir_version=10)
    onnx.checker.check_model(model)
    return model, external


def main(template, out):
    template, out = Path(template), Path(out)
    config = json.loads((template / "config.json").read_text())
    for name, variant in VARIANTS.items():
        folder = out / name
        shutil.copytree(template, folder, ignore=shutil.ignore_patterns("onnx"))
        (folder / "onnx").mkdir()
        model, external = build(config["vocab_size"], **variant)
        file = folder / "onnx" / "model.onnx"
        options = {"save_as_external_data": True, "location": "model.onnx_data", "size_threshold": 1024} if external else {}
        onnx.save(model, file, **options)
    print(*VARIANTS)


if __name__ == "__main__":
    main(*sys.argv[1:])
