// The one place that loads ONNX Runtime. The order matters: it reads its environment when it is loaded.
import "./no-telemetry.js";

export * from "onnxruntime-node";
