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
    [inputs.slice(1), outputs, "m.onnx: expected an input input_ids, got inputs attention_mask, past_key_values.0.key"],
    [inputs.slice(0, 2), outputs, "m.onnx: expected cache inputs past_key_values.N.key and past_key_values.N.value"],
    [
      [...inputs, tensor("past_conv.0")],
      outputs,
      "m.onnx: expected only inputs of the transformers.js layout, got also past_conv.0",
    ],
    [inputs, outputs.slice(1), "m.onnx: expected an output logits, got outputs present.0.key, present.0.value"],
    [inputs, outputs.slice(0, 2), "m.onnx: expected an output present.0.value for past_key_values.0.value"],
    [
      [...inputs.slice(0, 3), tensor("past_key_values.0.value", "bfloat16", ["batch", 2, "past", 8])],
      outputs,
      "m.onnx: expected past_key_values.0.value as float32 or float16, got bfloat16",
    ],
    [
      [...inputs.slice(0, 3), tensor("past_key_values.0.value", "float32", ["batch", "heads", "past", 8])],
      outputs,
      'm.onnx: expected fixed heads and head size in past_key_values.0.value, got ["batch","heads","past",8]',
    ],
  ])("names what an unknown layout lacks (%#)", (some, others, message) => {
    expect(() => readLayout("m.onnx", some, others)).toThrow(message);
  });
});
