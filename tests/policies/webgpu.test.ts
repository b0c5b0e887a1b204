import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { MAIN, scratchFolder } from "../cli/run-cli.js";

/** What `bench/software-vulkan.sh` makes; CI runs it. */
const software = "node_modules/.cache/software-vulkan";
const folder = join(import.meta.dirname, "../..", software);
const driver = join(folder, "vk_swiftshader_icd.json");
const environment = existsSync(driver)
  ? { ...process.env, LD_LIBRARY_PATH: folder, VK_ICD_FILENAMES: driver }
  : process.env;

const OPEN = `
  import ort from "onnxruntime-node";
  const model = "fixtures/frozenlake/policies/base/onnx/model.onnx";
  await ort.InferenceSession.create(model, { executionProviders: ["webgpu"] });
`;

/** Why nothing can be tried on WebGPU; null where it can, as it must where the software device lies. */
function reasonAgainst(): string | null {
  if (existsSync(driver)) return null;
  const { status, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", OPEN], { encoding: "utf8" });
  if (status === 0) return null;
  const said = /Couldn't load Vulkan[^\n]*|No supported adapters/.exec(stderr)?.[0] ?? stderr;
  return `no WebGPU device here (${said}), nor ${software}: bench/software-vulkan.sh makes it`;
}

/** A reply as a trajectory file has it. */
interface Reply {
  readonly token_ids: readonly number[];
  readonly log_probs: readonly number[];
}

/** Greedy replies of a bundled policy in the first turns of a game. */
function played(device: string): readonly Reply[] {
  const out = join(scratchFolder(), "played.jsonl");
  const policy = "base=fixtures/frozenlake/policies/base";
  const game = ["--task", "frozenlake", "--instances", "1", "--budget", "2", "--policy", policy];
  const settings = ["--temperature", "0", "--device", device, "--out", out];
  const { status, stderr } = spawnSync(process.execPath, [MAIN, "rollout", ...game, ...settings], {
    encoding: "utf8",
    env: environment,
  });
  expect({ status, stderr }).toMatchObject({ status: 0 });
  const { turns } = JSON.parse(readFileSync(out, "utf8")) as { readonly turns: readonly { readonly action: Reply }[] };
  return turns.map((turn) => turn.action);
}

it("WebGPU gives the same greedy tokens as the CPU, with log-probabilities within 1e-4 nats", (context) => {
  const reason = reasonAgainst();
  if (reason !== null) process.stderr.write(`skipped: ${reason}\n`);
  context.skip(reason !== null, reason ?? "");
  const [cpu, webgpu] = [played("cpu"), played("webgpu")];
  expect(cpu.length).toBeGreaterThan(1);
  expect(webgpu.map((reply) => reply.token_ids)).toEqual(cpu.map((reply) => reply.token_ids));
  const expected = cpu.flatMap((reply) => reply.log_probs);
  const differences = webgpu
    .flatMap((reply) => reply.log_probs)
    .map((one, at) => Math.abs(one - (expected[at] ?? NaN)));
  // Single precision summed in another order: 7e-7 on SwiftShader.
  expect(Math.max(...differences)).toBeLessThan(1e-4);
  // Were there none, the CPU would have done the work.
  expect(Math.max(...differences)).toBeGreaterThan(0);
});
