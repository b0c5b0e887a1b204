"""The eager graph with each layer's attention as one GroupQueryAttention kernel, as onnxruntime-genai exports it."""

import numpy as np
from onnx import TensorProto, helper, numpy_helper

MICROSOFT = "com.microsoft"
CONSTANTS = {"second": 1, "axis_of_places": [1], "one_place": [1]}


def with_grouped_attention(model, config):
    """Changes the ONNX model in place. The kernel counts positions by itself and takes masks without holes alone."""
    graph = model.graph
    nodes = lengths_of_rows()
    for node in graph.node:
        if node.output[0].startswith("present."):
            continue
        nodes.append(node)
        layer, part = layer_and_weight(node)
        if part == "qkv_proj":
            nodes.append(attention(config, layer, node.output[0]))
        elif part == "o_proj":
            node.input[0] = mixed(layer)
    used = nodes_that_matter(nodes, {output.name for output in graph.output})
    read = {name for node in used for name in node.input}
    weights = [weight for weight in graph.initializer if weight.name in read]
    weights += [numpy_helper.from_array(np.asarray(value, np.int64), name) for name, value in CONSTANTS.items()]
    inputs = [value for value in graph.input if value.name in read]
    for field, kept in ((graph.node, used), (graph.initializer, weights), (graph.input, inputs)):
        kept = list(kept)
        del field[:]
        field.extend(kept)
    return model


def layer_and_weight(node):
    for name in node.input:
        if name.startswith("layers."):
            _, layer, part = name.split(".")
            return int(layer), part
    return None, None


def mixed(layer):
    return f"layers.{layer}.mixed"


def attention(config, layer, qkv):
    past, present = ([f"{kind}.{layer}.{part}" for part in ("key", "value")] for kind in ("past_key_values", "present"))
    return helper.make_node(
        "GroupQueryAttention",
        [qkv, "", "", *past, "last_places", "places", "cos_cache", "sin_cache"],
        [mixed(layer), *present],
        domain=MICROSOFT,
        num_heads=config.num_attention_heads,
        kv_num_heads=config.num_key_value_heads,
        do_rotary=1,
    )


def lengths_of_rows():
    """The kernel's int32 inputs: each row's last place, [batch, 1], and the places of the longest row."""
    return [
        helper.make_node("ReduceSum", ["attention_mask", "axis_of_places"], ["row_lengths"], keepdims=1),
        helper.make_node("Sub", ["row_lengths", "one_place"], ["last_places_int64"]),
        helper.make_node("Cast", ["last_places_int64"], ["last_places"], to=TensorProto.INT32),
        helper.make_node("Shape", ["attention_mask"], ["mask_shape"]),
        helper.make_node("Gather", ["mask_shape", "second"], ["places_int64"]),
        helper.make_node("Cast", ["places_int64"], ["places"], to=TensorProto.INT32),
    ]


def nodes_that_matter(nodes, wanted):
    """Nodes, in their order, on a way to a wanted tensor."""
    used = []
    for node in reversed(nodes):
        if wanted & set(node.output):
            used.append(node)
            wanted = wanted | set(node.input)
    return used[::-1]
