"""The policy as an ONNX graph in the transformers.js / onnx-community layout, and its weights read back from it.

Built by hand: one matrix product for query, key and value, one for gate and up, contrib kernels for RMSNorm and the
rotary embedding (CPU, CUDA and WebGPU have them). Query heads that share a key head are stacked, so keys are not repeated.
"""

import numpy as np
import onnx
import torch
from onnx import TensorProto, helper, numpy_helper

MICROSOFT = "com.microsoft"
IR_VERSION, OPSET = 10, 18


def _fused_weights(model):
    """name → float32 array, as the graph stores them: [in, out] for products, transposed from PyTorch's [out, in]."""
    weights = {"embed_tokens": model.model.embed_tokens.weight, "norm": model.model.norm.weight}
    for i, layer in enumerate(model.model.layers):
        a, m = layer.self_attn, layer.mlp
        weights |= {
            f"layers.{i}.input_layernorm": layer.input_layernorm.weight,
            f"layers.{i}.qkv_proj": torch.cat([a.q_proj.weight, a.k_proj.weight, a.v_proj.weight]).T,
            f"layers.{i}.o_proj": a.o_proj.weight.T,
            f"layers.{i}.post_attention_layernorm": layer.post_attention_layernorm.weight,
            f"layers.{i}.gate_up_proj": torch.cat([m.gate_proj.weight, m.up_proj.weight]).T,
            f"layers.{i}.down_proj": m.down_proj.weight.T,
        }
    return {name: np.ascontiguousarray(w.detach().numpy()) for name, w in weights.items()}


def read_weights(model, path):
    """Copies the weights of an exported graph into a Policy of the same configuration, bit for bit."""
    stored = {t.name: torch.from_numpy(numpy_helper.to_array(t).copy()) for t in onnx.load(path).graph.initializer}
    c = model.config
    heads = [c.num_attention_heads * c.head_dim, c.num_key_value_heads * c.head_dim, c.num_key_value_heads * c.head_dim]
    with torch.no_grad():
        model.model.embed_tokens.weight.copy_(stored["embed_tokens"])
        model.model.norm.weight.copy_(stored["norm"])
        for i, layer in enumerate(model.model.layers):
            a, m = layer.self_attn, layer.mlp
            for norm in ("input_layernorm", "post_attention_layernorm"):
                getattr(layer, norm).weight.copy_(stored[f"layers.{i}.{norm}"])
            for part, w in zip((a.q_proj, a.k_proj, a.v_proj), stored[f"layers.{i}.qkv_proj"].T.split(heads)):
                part.weight.copy_(w)
            for part, w in zip((m.gate_proj, m.up_proj), stored[f"layers.{i}.gate_up_proj"].T.chunk(2)):
                part.weight.copy_(w)
            a.o_proj.weight.copy_(stored[f"layers.{i}.o_proj"].T)
            m.down_proj.weight.copy_(stored[f"layers.{i}.down_proj"].T)


class _Graph:
    """Collects nodes; each call returns the name of its first output."""

    def __init__(self):
        self.nodes, self.constants = [], {}

    def __call__(self, op, *inputs, out=None, outputs=1, domain="", **attributes):
        names = list(out) if out else [f"{op}_{len(self.nodes)}.{k}" for k in range(outputs)]
        self.nodes.append(helper.make_node(op, inputs, names, domain=domain, **attributes))
        return names[0] if len(names) == 1 else names

    def constant(self, name, values, kind=np.int64):
        self.constants[name] = np.asarray(values, dtype=kind)
        return name


def _attention_bias(g):
    """[batch, 1, seq, past + seq]: 0 where a query may look, the most negative float elsewhere."""
    zero, one = g.constant("zero", 0), g.constant("one", 1)
    axis0, axis1, axes12 = g.constant("axis_0", [0]), g.constant("axis_1", [1]), g.constant("axes_1_2", [1, 2])
    length = g("Gather", g("Shape", "input_ids"), one)
    total = g("Gather", g("Shape", "attention_mask"), one)
    keys = g("Range", zero, total, one)
    queries = g("Unsqueeze", g("Range", g("Sub", total, length), total, one), axis1)
    causal = g("LessOrEqual", g("Unsqueeze", keys, axis0), queries)
    kept = g("Unsqueeze", g("Cast", "attention_mask", to=TensorProto.BOOL), axes12)
    lowest = g.constant("lowest", np.finfo(np.float32).min, np.float32)
    return g("Where", g("And", kept, causal), g.constant("nothing", 0, np.float32), lowest)


def _attention(g, c, i, x, bias):
    heads, shared, size = c.num_attention_heads, c.num_key_value_heads, c.head_dim
    qkv = g("MatMul", x, f"layers.{i}.qkv_proj")
    qk, v = g("Split", qkv, g.constant("split_qk_v", [(heads + shared) * size, shared * size]), outputs=2, axis=2)
    qk = g("RotaryEmbedding", qk, "position_ids", "cos_cache", "sin_cache", domain=MICROSOFT, interleaved=0)
    q, k = g("Split", qk, g.constant("split_q_k", [heads * size, shared * size]), outputs=2, axis=2)
    q = g("Mul", q, g.constant("scale", size**-0.5, np.float32))
    q = g("Transpose", g("Reshape", q, g.constant("to_heads", [0, 0, heads, size])), perm=[0, 2, 1, 3])
    q = g("Reshape", q, g.constant("stack_heads", [0, shared, -1, size]))
    present = []
    for name, part in (("key", k), ("value", v)):
        part = g("Transpose", g("Reshape", part, g.constant("to_shared", [0, 0, shared, size])), perm=[0, 2, 1, 3])
        present.append(g("Concat", f"past_key_values.{i}.{name}", part, out=[f"present.{i}.{name}"], axis=2))
    scores = g("MatMul", q, g("Transpose", present[0], perm=[0, 1, 3, 2]))
    scores = g("Reshape", scores, g.constant("unstack_scores", [0, heads, -1, 0]))
    weights = g("Softmax", g("Add", scores, bias), axis=-1)
    mixed = g("MatMul", g("Reshape", weights, g.constant("stack_scores", [0, shared, -1, 0])), present[1])
    mixed = g("Reshape", mixed, g.constant("unstack_heads", [0, heads, -1, size]))
    mixed = g("Reshape", g("Transpose", mixed, perm=[0, 2, 1, 3]), g.constant("to_hidden", [0, 0, heads * size]))
    return g("MatMul", mixed, f"layers.{i}.o_proj")


def _feed_forward(g, c, i, x):
    halves = g.constant("split_gate_up", [c.intermediate_size] * 2)
    gate, up = g("Split", g("MatMul", x, f"layers.{i}.gate_up_proj"), halves, outputs=2, axis=2)
    return g("MatMul", g("Mul", g("Mul", gate, g("Sigmoid", gate)), up), f"layers.{i}.down_proj")


def build(model):
    """The ONNX model of a Policy. Batch, sequence and past lengths are free; a past of 0 is allowed."""
    c, g = model.config, _Graph()
    epsilon = c.rms_norm_eps

    def add_and_norm(stream, change, scale):
        normed, _, _, total = g(
            "SkipSimplifiedLayerNormalization", stream, change, scale, outputs=4, domain=MICROSOFT, epsilon=epsilon
        )
        return normed, total

    bias = _attention_bias(g)
    stream = g("Gather", "embed_tokens", "input_ids")
    x = g("SimplifiedLayerNormalization", stream, "layers.0.input_layernorm", axis=-1, epsilon=epsilon)
    for i in range(c.num_hidden_layers):
        x, stream = add_and_norm(stream, _attention(g, c, i, x, bias), f"layers.{i}.post_attention_layernorm")
        following = "norm" if i + 1 == c.num_hidden_layers else f"layers.{i + 1}.input_layernorm"
        x, stream = add_and_norm(stream, _feed_forward(g, c, i, x), following)
    g("MatMul", x, g("Transpose", "embed_tokens", perm=[1, 0]), out=["logits"])

    g.constants |= _fused_weights(model) | {"cos_cache": model.cos.numpy(), "sin_cache": model.sin.numpy()}
    past = ["batch_size", c.num_key_value_heads, "past_sequence_length", c.head_dim]
    total = ["batch_size", c.num_key_value_heads, "total_sequence_length", c.head_dim]
    cache = [f"{i}.{part}" for i in range(c.num_hidden_layers) for part in ("key", "value")]
    value, int64, float32 = helper.make_tensor_value_info, TensorProto.INT64, TensorProto.FLOAT
    inputs = [
        value("input_ids", int64, ["batch_size", "sequence_length"]),
        value("attention_mask", int64, ["batch_size", "total_sequence_length"]),
        value("position_ids", int64, ["batch_size", "sequence_length"]),
        *(value(f"past_key_values.{name}", float32, past) for name in cache),
    ]
    outputs = [
        value("logits", float32, ["batch_size", "sequence_length", c.vocab_size]),
        *(value(f"present.{name}", float32, total) for name in cache),
    ]
    initializers = [numpy_helper.from_array(array, name) for name, array in g.constants.items()]
    graph = helper.make_graph(g.nodes, "policy", inputs, outputs, initializers)
    opsets = [helper.make_opsetid("", OPSET), helper.make_opsetid(MICROSOFT, 1)]
    return helper.make_model(graph, ir_version=IR_VERSION, opset_imports=opsets, producer_name="matched-state training")
