/** Numbers of ONNX's element types that ONNX Runtime's Node binding does not pass. */
const NOT_PASSED: Readonly<Record<string, string>> = {
  14: "complex64",
  15: "complex128",
  16: "bfloat16",
  17: "float8e4m3fn",
  18: "float8e4m3fnuz",
  19: "float8e5m2",
  20: "float8e5m2fnuz",
};

/** Why ONNX Runtime did not load a model, in its words but where it gives the number of a type alone. */
export function loadReason(reason: string): string {
  return reason.replace(/^Unsupported data type: (\d+)$/, (whole, number: string) => {
    const type = NOT_PASSED[number];
    return type === undefined ? whole : `inputs or outputs in ${type}, which Node cannot pass: export it in float16`;
  });
}
