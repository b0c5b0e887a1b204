import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { onnxRuntimeFolder } from "../../src/policies/devices-reason.js";
import { cli, scratchFolder } from "../cli/run-cli.js";

/** Runs a probe that must fail, with one line on stderr and no run folder. */
function failing(...args: readonly string[]): { readonly status: number | null; readonly message: string } {
  const out = join(scratchFolder(), "run");
  const { status, stdout, stderr } = cli("probe", "--task", "frozenlake", "--out", out, ...args);
  expect({ stdout, folder: existsSync(out), lines: stderr.trimEnd().split("\n").length }, stderr).toEqual({
    stdout: "",
    folder: false,
    lines: 1,
  });
  return { status, message: stderr };
}

describe("--device", () => {
  it("ends with 2 and lists the providers of this machine where one is unknown", () => {
    const { status, message } = failing("--device", "abacus");
    expect({ status, message }).toEqual({
      status: 2,
      message: expect.stringMatching(/--device: expected one of cpu, .* on this machine, got abacus/),
    });
  });

  it.each([
    [["--device", "cpu:1"], "cpu without an index"],
    [["--device", "webgpu", "--workers", "2"], "--workers: expected 1"],
    [["--device", "cpu", "--provider-option", "threads=2"], "an option that cpu takes: none"],
    [["--device", "cpu", "--provider-option", "threads"], "expected NAME=VALUE"],
  ])("ends with 2 for %j", (args, expected) => {
    const { status, message } = failing(...args);
    expect({ status, message }).toEqual({ status: 2, message: expect.stringContaining(expected) });
  });

  const isInstalled = existsSync(join(onnxRuntimeFolder(), "libonnxruntime_providers_cuda.so"));
  const isLinux = process.platform === "linux" && process.arch === "x64";

  it.runIf(isLinux && !isInstalled)(
    "ends with 1 and says what to install where ONNX Runtime's CUDA parts are not",
    () => {
      const { status, message } = failing("--device", "cuda:0,cuda:1");
      expect(status).toBe(1);
      expect(message).toContain(
        "--device cuda:0,cuda:1: expected ONNX Runtime's own CUDA parts (`npm run install:cuda`)",
      );
      expect(message).toContain("no libonnxruntime_providers_cuda.so");
    },
  );
});
