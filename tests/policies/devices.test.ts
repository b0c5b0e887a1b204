import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { checkWorkers, usualWorkers } from "../../src/policies/devices.js";
import { loaderFault, missingLibraries, neededLibraries } from "../../src/policies/devices-libraries.js";
import { executionProvider } from "../../src/policies/devices-options.js";
import { missingParts, onnxRuntimeFolder, reasonFor } from "../../src/policies/devices-reason.js";
import { deviceOf, readDevices, withOptions } from "../../src/policies/devices-text.js";

const scratch = mkdtempSync(join(tmpdir(), "matched-state-"));

describe("a device's text", () => {
  it("names a provider, or devices of one by index, with options", () => {
    expect(readDevices("cpu")).toEqual([{ provider: "cpu", index: null, options: {} }]);
    expect(readDevices("cuda:0,cuda:12").map(({ index }) => index)).toEqual([0, 12]);
    expect(readDevices("webgpu?validationMode=full")[0].options).toEqual({ validationMode: "full" });
  });

  it.each([
    ["", "got nothing"],
    ["CUDA", "got CUDA"],
    ["cuda:", "got cuda:"],
    ["cuda:-1", "got cuda:-1"],
    ["cuda:0,", "got nothing"],
    ["cuda:0,cuda:0", "devices that differ from each other"],
    ["cuda,cpu", "devices of one provider"],
  ])("%j is refused as a wrong command line", (text, message) => {
    expect(() => readDevices(text)).toThrow(expect.objectContaining({ isUsage: true }));
    expect(() => readDevices(text)).toThrow(message);
  });

  it("takes options for each of its devices, whatever characters they hold", () => {
    const options = { forceCpuNodeNames: "/a&b,c=d", validationMode: "full" };
    expect(readDevices(withOptions("webgpu", options))[0].options).toEqual(options);
    expect(readDevices(withOptions("cuda:0,cuda:1", { x: "1" })).map((device) => device.options)).toEqual([
      { x: "1" },
      { x: "1" },
    ]);
    expect(withOptions("cuda:0,cuda:1", {})).toBe("cuda:0,cuda:1");
  });

  it("deals its devices out to workers in turn", () => {
    expect([0, 1, 2, 3, 4].map((worker) => deviceOf("cuda:0,cuda:1", worker))).toEqual([
      "cuda:0",
      "cuda:1",
      "cuda:0",
      "cuda:1",
      "cuda:0",
    ]);
    expect(deviceOf("webgpu?validationMode=full", 3)).toBe("webgpu?validationMode=full");
  });
});

describe("what ONNX Runtime is given", () => {
  it("is the provider with its device and its options, each of the type that the binding takes", () => {
    const given = (text: string): object => executionProvider(readDevices(text)[0]);
    expect(given("cpu")).toEqual({ name: "cpu" });
    expect(given("cuda:1")).toEqual({ name: "cuda", deviceId: 1 });
    expect(given("coreml?coreMlFlags=16")).toEqual({ name: "coreml", coreMlFlags: 16 });
    expect(
      given("webgpu?enableRobustness=true&preferredLayout=NHWC&forceCpuNodeNames=a,b".replace(",", "%2C")),
    ).toEqual({
      name: "webgpu",
      enableRobustness: true,
      preferredLayout: "NHWC",
      forceCpuNodeNames: ["a", "b"],
    });
  });

  it.each([
    ["webgpu?validation=full", "--provider-option validation: expected an option that webgpu takes: preferredLayout, "],
    ["webgpu?validationMode=fast", "expected one of disabled, wgpuOnly, basic, full, got fast"],
    ["webgpu?toString=1", "--provider-option toString: expected an option that webgpu takes"],
    ["cuda?deviceId=1", "an option that cuda takes: none; devices are named as --device cuda:1, got deviceId"],
    ["cpu?x=1", "an option that cpu takes: none, got x"],
    ["cpu:1", "--device: expected cpu without an index"],
    ["webgpu:1", "--device: expected webgpu without an index"],
  ])("%j is refused, and what is taken is listed", (text, message) => {
    expect(() => executionProvider(readDevices(text)[0])).toThrow(message);
    expect(() => executionProvider(readDevices(text)[0])).toThrow(expect.objectContaining({ isUsage: true }));
  });
});

describe("workers", () => {
  it("are one for each device, but on the CPU", () => {
    expect(usualWorkers("cpu", 8)).toBe(8);
    expect(usualWorkers("webgpu", 8)).toBe(1);
    expect(usualWorkers("cuda:0,cuda:1", 8)).toBe(2);
  });

  it("are not fewer than devices, and never two where ONNX Runtime would crash", () => {
    expect(() => checkWorkers("cuda:0,cuda:1", 2)).not.toThrow();
    expect(() => checkWorkers("cuda:0,cuda:1", 1)).toThrow(
      "--workers: expected at least 2, one for each device, got 1",
    );
    expect(() => checkWorkers("webgpu?validationMode=full", 2)).toThrow("--workers: expected 1: ONNX Runtime runs");
  });
});

/**
 * A shared library of headers alone: 64-byte file header, two 56-byte segment headers (all is loaded at address 4096;
 * the dynamic section), the dynamic section's 16-byte entries, its strings.
 */
function library(name: string, needed: readonly string[]): string {
  const strings = Buffer.from(["", ...needed, ""].join("\0"), "latin1");
  const at = (index: number): number => 1 + needed.slice(0, index).reduce((sum, one) => sum + one.length + 1, 0);
  const dynamicAt = 64 + 2 * 56;
  const stringsAt = dynamicAt + 16 * (needed.length + 3);
  const entries = [
    ...needed.map((_, index): [number, number] => [1, at(index)]),
    [5, 4096 + stringsAt],
    [10, strings.length],
    [0, 0],
  ];
  const file = Buffer.alloc(stringsAt + strings.length);
  file.write("\x7fELF\x02\x01\x01", "latin1");
  file.writeBigUInt64LE(64n, 32);
  file.writeUInt16LE(56, 54);
  file.writeUInt16LE(2, 56);
  for (const [index, [type, offset, size]] of [
    [1, 0, file.length],
    [2, dynamicAt, 16 * entries.length],
  ].entries()) {
    const header = file.subarray(64 + 56 * index);
    header.writeUInt32LE(type as number, 0);
    header.writeBigUInt64LE(BigInt(offset as number), 8);
    header.writeBigUInt64LE(BigInt(4096 + (offset as number)), 16);
    header.writeBigUInt64LE(BigInt(size as number), 32);
  }
  for (const [index, [tag, value]] of entries.entries()) {
    file.writeBigUInt64LE(BigInt(tag as number), dynamicAt + 16 * index);
    file.writeBigUInt64LE(BigInt(value as number), dynamicAt + 16 * index + 8);
  }
  strings.copy(file, stringsAt);
  writeFileSync(join(scratch, name), file);
  return join(scratch, name);
}

const isLinux = process.platform === "linux";

describe.runIf(isLinux)("libraries that a provider needs", () => {
  it("are read from its file", () => {
    const needed = ["libcudart.so.99", "libc.so.6"];
    expect(neededLibraries(library("libone.so", needed))).toEqual(needed);
    // ONNX Runtime's addon is linked to ONNX Runtime.
    expect(neededLibraries(join(onnxRuntimeFolder(), "onnxruntime_binding.node"))).toContain("libonnxruntime.so.1");
    writeFileSync(join(scratch, "text.so"), "no library");
    expect(neededLibraries(join(scratch, "text.so"))).toEqual([]);
  });

  it("are missing where the loader finds them neither by name nor beside the file", () => {
    expect(loaderFault("libc.so.6")).toBeNull();
    expect(loaderFault("libnowhere.so.1")).toContain("libnowhere.so.1: cannot open shared object file");
    expect(missingLibraries(library("libtwo.so", ["libc.so.6", "libnowhere.so.1"]))).toEqual(["libnowhere.so.1"]);
    library("libempty.so.7", []);
    const [fault, ...others] = missingLibraries(library("libthree.so", ["libempty.so.7"]));
    expect(others).toEqual([]);
    expect(fault).toContain("libempty.so.7: "); // it is there, but nothing that can be loaded
  });

  it("are named in the reason, with what brings each", () => {
    expect(missingParts("cuda", scratch)).toMatchObject({
      expected: expect.stringContaining("ONNX Runtime's own CUDA parts (`npm run install:cuda`)"),
      got: expect.stringMatching(/^no libonnxruntime_providers_shared.so, no libonnxruntime_providers_cuda.so/),
    });
    library("libonnxruntime_providers_shared.so", ["libc.so.6"]);
    library("libonnxruntime_providers_cuda.so", [
      "libcudart.so.99",
      "libcublasLt.so.99",
      "libcudnn.so.99",
      "libx.so.1",
    ]);
    expect(missingParts("cuda", scratch)).toBeNull();
    expect(reasonFor("cuda", "Failed to load shared library", scratch)).toEqual({
      expected: "libx.so.1, CUDA's runtime libraries, cuDNN on the loader's path (LD_LIBRARY_PATH, ldconfig)",
      got: "no libcudart.so.99, no libcublasLt.so.99, no libcudnn.so.99, no libx.so.1",
    });
    expect(reasonFor("cuda", "Failed to load shared library", scratch).expected).not.toContain("install:cuda");
  });

  it("are all there: the reason is ONNX Runtime's own", () => {
    library("libonnxruntime_providers_tensorrt.so", ["libc.so.6"]);
    expect(reasonFor("tensorrt", "CUDA failure 100: no CUDA-capable device", scratch)).toEqual({
      expected: "a working tensorrt device",
      got: "CUDA failure 100: no CUDA-capable device",
    });
  });
});
