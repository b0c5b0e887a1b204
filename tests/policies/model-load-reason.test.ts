import { expect, it } from "vitest";
import { loadReason } from "../../src/policies/load-reason.js";

// The binding's words, onnxruntime-node 1.30.0, for a cache in bfloat16.
it("names the type where the binding gives its number", () => {
  expect(loadReason("Unsupported data type: 16")).toBe(
    "inputs or outputs in bfloat16, which Node cannot pass: export it in float16",
  );
  expect(loadReason("Unsupported data type: 99")).toBe("Unsupported data type: 99");
  expect(loadReason("no such file")).toBe("no such file");
});
