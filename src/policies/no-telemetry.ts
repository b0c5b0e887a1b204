// ONNX Runtime 1.29 and later report the names, hashes and sizes of models to their maker unless this is set before the
// library is loaded. Whoever wants that sets it to 0.
process.env["ORT_DISABLE_TELEMETRY"] ??= "1";
