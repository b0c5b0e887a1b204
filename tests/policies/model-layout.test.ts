import { describe, expect, it } from "vitest";
import { readLayout, type TensorDescription } from "../../src/policies/model-layout.js";

function tensor(
  name: string,
  type = "int64",
  shape: TensorDescription["shape"] = ["batch", "length"],
): TensorDescription {
  return { name, type, shape };
}

const key = tensor("past_key_values.0.key", "float32", ["batch", 2, "past", 8]);
const value = tensor("past_key_values.0.value", "float32", ["batch", 2, "past", 8]);
const inputs = [tensor("input_ids"), tensor("attention_mask"), key, value];
const outputs = [
  tensor("logits", "float32", ["batch", "length", 100]),
  tensor("present.0.key", "float32"),
  tensor("present.0.value", "float32"),
];

describe("readLayout", () => {
  it("reads names, types and shapes of the cache from the model", () => {
    expect(readLayout("m.onnx", [...inputs, tensor("position_ids"), tensor("num_logits_to_keep")], outputs)).toEqual({
      cache: [
        { entry: "0.key", input: key.name, output: "present.0.key", heads: 2, headDim: 8, type: "float32" },
        { entry: "0.value", input: value.name, output: "present.0.value", heads: 2, headDim: 8, type: "float32" },
      ],
      takesPositions: true,
      logitsToKeep: "num_logits_to_keep",
      vocabulary: 100,
    });
  });

  it.each([
    [inputs.slice(1), outputs, "m.onnx: expected an input input_ids, got inputs attention_mask int64 [batch, length]"],
    [inputs.slice(0, 2), outputs, "m.onnx: expected cache inputs past_key_values.N.key and past_key_values.N.value"],
    [
      [...inputs, tensor("past_conv.0")],
      outputs,
      "m.onnx: expected only inputs of the transformers.js layout, got also past_conv.0",
    ],
    [inputs, outputs.slice(1), "m.onnx: expected an output logits, got inputs input_ids int64 [batch, length]"],
    [
      inputs,
      [tensor("logits", "float32", ["batch", 100]), ...outputs.slice(1)],
      'm.onnx: expected logits [batch, positions, vocabulary], got ["batch",100]',
    ],
    [
      inputs,
      [tensor("logits", "bfloat16", ["batch", "length", 100]), ...outputs.slice(1)],
      "m.onnx: expected logits as float32 or float16, got bfloat16",
    ],
    [
      [...inputs, tensor("use_cache_branch", "bool", [1])],
      outputs,
      "m.onnx: expected a decoder without use_cache_branch, as Optimum 1.14 or later exports it",
    ],
    [
      [tensor("inputs_embeds", "float32"), ...inputs.slice(1)],
      outputs,
      "m.onnx: expected a decoder that takes input_ids",
    ],
    [inputs, outputs.slice(0, 2), "m.onnx: expected an output present.0.value for past_key_values.0.value"],
    [
      [...inputs.slice(0, 3), tensor("past_key_values.0.value", "bfloat16", ["batch", 2, "past", 8])],
      outputs,
      "m.onnx: expected past_key_values.0.value as float32 or float16, got bfloat16",
    ],
    [
      [...inputs.slice(0, 3), tensor("past_key_values.0.value", "float32", ["batch", "heads", "past", 8])],
      outputs,
      'm.onnx: expected past_key_values.0.value [batch, heads, past, head size] with fixed heads and head size, got ["batch","heads","past",8]',
    ],
  ])("names what an unknown layout lacks (%#)", (some, others, message) => {
    expect(() => readLayout("m.onnx", some, others)).toThrow(message);
  });

  it("lists what was found, layers together", () => {
    const layers = [0, 1, 2].map((layer) => tensor(`present.${layer}.key`, "float16", ["batch", 2, "past", 8]));
    expect(() => readLayout("m.onnx", [tensor("input_ids")], layers)).toThrow(
      "m.onnx: expected an input attention_mask, got inputs input_ids int64 [batch, length];" +
        " outputs 3 of present.N.key float16 [batch, 2, past, 8]",
    );
  });
});
