import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { cli, scratchFolder } from "./run-cli.js";

const scratch = scratchFolder();
const bundled = join(import.meta.dirname, "../../fixtures/frozenlake");
const lines = readFileSync(join(bundled, "trajectories.jsonl"), "utf8")
  .trimEnd()
  .split("\n")
  .filter((line) => JSON.parse(line).turns.length >= 3)
  .slice(0, 2);
let files = 0;

/** A trajectory line as JSON, before a test spoils it. */
// biome-ignore lint/suspicious/noExplicitAny: the point is to write what the schema forbids.
type Loose = any;

/** Runs a probe that must fail: exit 1, one line on stderr, nothing on stdout, no run folder. Gives the line. */
function failing(...args: readonly string[]): string {
  files += 1;
  const out = join(scratch, `run-${files}`);
  const { status, stdout, stderr } = cli("probe", "--task", "frozenlake", "--out", out, "--workers", "1", ...args);
  expect({ status, stdout, folder: existsSync(out) }).toEqual({ status: 1, stdout: "", folder: false });
  expect(stderr.trimEnd().split("\n").length, stderr).toBe(1);
  return stderr.trimEnd().replaceAll(scratch, "…");
}

function spoilt(change: (line: Loose) => void): string {
  const line = JSON.parse(lines[1] as string) as Loose;
  change(line);
  return JSON.stringify(line);
}

describe("a trajectory file with a fault", () => {
  it.each([
    ["is no JSON", '{"schema":1', "one JSON object"],
    [
      "has a wrong type",
      spoilt((line) => Object.assign(line, { budget: "8" })),
      'budget: expected a whole number, got "8"',
    ],
    [
      "has a map without a goal",
      spoilt((line) => Object.assign(line.instance, { desc: ["SFFF", "FFFF", "FFFF", "FFFF"] })),
      "instance.desc: expected",
    ],
    [
      "has a position outside the map",
      spoilt((line) => Object.assign(line.turns[0].snapshot, { position: [4, 0] })),
      "turns[0].snapshot.position: expected",
    ],
    [
      "has a token id outside the vocabulary",
      spoilt((line) => Object.assign(line.turns[0].action.token_ids, [415])),
      "turns[0].action.token_ids[0]: expected a token id below 415, the size of the vocabulary (without token_ids the text is scored), got 415",
    ],
    [
      "has lengths that disagree",
      spoilt((line) => line.turns[0].action.log_probs.pop()),
      "turns[0].action.log_probs: expected",
    ],
    ["has an id for the second time", lines[0] as string, "trajectory_id: expected an id of its own"],
    [
      "makes an impossible move",
      spoilt((line) => Object.assign(line.turns[0].snapshot, { position: [3, 3] })),
      "turns[0].snapshot",
    ],
  ])("that %s is refused by file, line and field", (_, second, expected) => {
    const file = join(scratch, "spoilt.jsonl");
    writeFileSync(file, `${lines[0]}\n${second}\n`);
    const message = failing("--trajectories", file);
    expect(message).toContain("matched-state: …/spoilt.jsonl:2");
    expect(message).toContain(expected);
  });

  it("that is empty or missing is refused", () => {
    const file = join(scratch, "empty.jsonl");
    writeFileSync(file, "");
    expect(failing("--trajectories", file)).toBe(
      "matched-state: …/empty.jsonl: expected at least one trajectory, got an empty file",
    );
    expect(failing("--trajectories", join(scratch, "none.jsonl"))).toContain("none.jsonl: expected");
  });

  it("runs without its invalid lines with --skip-invalid, which lists and counts them", () => {
    const file = join(scratch, "half.jsonl");
    writeFileSync(file, `not JSON\n${lines[0]}\n`);
    const out = join(scratch, "skipped");
    const { status, stderr } = cli(
      "probe",
      "--task",
      "frozenlake",
      "--trajectories",
      file,
      "--out",
      out,
      "--skip-invalid",
    );
    expect(status).toBe(0);
    expect(stderr).toContain(`left out: ${file}:1: expected one JSON object`);
    const manifest = JSON.parse(readFileSync(join(out, "manifest.json"), "utf8"));
    expect(manifest.counts).toMatchObject({ planned: 1, done: 1, excluded: 1 });
    expect(manifest.excluded[0]).toContain("half.jsonl:1");
  });
});

/** A copy of a bundled policy, changed by `spoil`. */
function spoiltPolicy(name: string, spoil: (folder: string) => void): readonly string[] {
  const folder = join(scratch, name);
  cpSync(join(bundled, "policies", "grpo"), folder, { recursive: true });
  spoil(folder);
  return ["--policy", `base=${join(bundled, "policies", "base")}`, `bad=${folder}`, "--states", "3"];
}

function editJson(file: string, edit: (value: Loose) => void): void {
  const value = JSON.parse(readFileSync(file, "utf8")) as Loose;
  edit(value);
  writeFileSync(file, JSON.stringify(value));
}

describe("a policy's folder with a fault", () => {
  it.each([
    [
      "no-folder",
      (folder: string) => rmSync(folder, { recursive: true }),
      "…/no-folder: expected a policy's folder or .onnx file, got no such file",
    ],
    [
      "no-tokenizer",
      (folder: string) => rmSync(join(folder, "tokenizer.json")),
      "…/no-tokenizer: expected a file tokenizer.json, got README.md",
    ],
    [
      "no-template",
      (folder: string) => editJson(join(folder, "tokenizer_config.json"), (config) => delete config.chat_template),
      "…/no-template/tokenizer_config.json: expected a chat_template there, in chat_template.jinja",
    ],
    [
      "no-model",
      (folder: string) => rmSync(join(folder, "onnx", "model.onnx")),
      "…/no-model: expected onnx/model.onnx, model.onnx or a single .onnx file, got",
    ],
    [
      "broken-config",
      (folder: string) => writeFileSync(join(folder, "config.json"), "{"),
      "…/broken-config/config.json: expected JSON, got",
    ],
    [
      "other-vocabulary",
      (folder: string) =>
        editJson(join(folder, "tokenizer.json"), (tokenizer) =>
          tokenizer.added_tokens.push({ ...tokenizer.added_tokens[0], id: 424, content: "<more>" }),
        ),
      "…/other-vocabulary/tokenizer.json: expected a vocabulary of 415 tokens, as the model has, got 425",
    ],
    [
      "other-width",
      (folder: string) => editJson(join(folder, "config.json"), (config) => Object.assign(config, { vocab_size: 500 })),
      "…/other-width/config.json: vocab_size: expected 415, the width of the model's logits, got 500",
    ],
    [
      "short-context",
      (folder: string) =>
        editJson(join(folder, "config.json"), (config) => Object.assign(config, { max_position_embeddings: 100 })),
      "expected prompt and action within the model's 100 tokens, got",
    ],
    [
      "no-graph",
      (folder: string) => writeFileSync(join(folder, "onnx", "model.onnx"), "no graph"),
      "…/no-graph/onnx/model.onnx: expected a model ONNX Runtime can load, got",
    ],
    [
      "nan",
      (folder: string) => {
        const file = join(folder, "onnx", "model.onnx");
        const bytes = readFileSync(file);
        // The middle of the file lies inside a weight matrix; 0xffffffff is a NaN, and it reaches every logit.
        bytes.fill(0xff, bytes.length / 2, bytes.length / 2 + 4096);
        writeFileSync(file, bytes);
      },
      "token 0 of the action: expected finite logits, got NaN or infinite ones",
    ],
  ])("is refused by its name: %s", (name, spoil, expected) => {
    expect(failing(...spoiltPolicy(name, spoil))).toContain(expected);
  });

  it("names the state of NaN logits", () => {
    expect(failing("--policy", `base=${join(bundled, "policies", "base")}`, `bad=${join(scratch, "nan")}`)).toMatch(
      /policy bad: state \S+:\d+: token 0/,
    );
  });
});

describe("the machine's limits", () => {
  it("never falls back to another device", () => {
    const { status, stderr } = cli("probe", "--task", "frozenlake", "--out", join(scratch, "cuda"), "--device", "cuda");
    expect(status).toBe(1);
    // ONNX Runtime itself names the missing library above our line.
    expect(stderr).toMatch(/^matched-state: --device.*: expected .*, got /m);
  });

  it("refuses a run folder that is there, and leaves it alone", () => {
    const out = join(scratch, "taken");
    mkdirSync(out);
    writeFileSync(join(out, "mine.txt"), "mine");
    const { status, stderr } = cli("probe", "--task", "frozenlake", "--out", out);
    expect(status).toBe(1);
    expect(stderr).toBe(`matched-state: --out ${out}: expected a new folder, got something else\n`);
    expect(readdirSync(out)).toEqual(["mine.txt"]);
  });

  it("keeps finished work when the disk is full, and --resume ends with the same bytes", () => {
    const args = ["probe", "--task", "frozenlake", "--states", "30", "--samples", "8", "--workers", "1"];
    const out = join(scratch, "full");
    // A limit on file sizes stands for the full disk: writes beyond it fail in the same way.
    const main = join(import.meta.dirname, "../../dist/cli/main.js");
    const limited = `trap '' XFSZ; ulimit -f 200; exec "$0" "$@"`;
    const command = ["-c", limited, process.execPath, main, ...args, "--out", out];
    const { status, stderr } = spawnSync("bash", command, { encoding: "utf8" });
    expect({ status, lines: stderr.split("\n").filter((line) => line.startsWith("matched-state:")).length }).toEqual({
      status: 1,
      lines: 1,
    });
    expect(stderr).toContain("expected a file that can be written, got E");
    expect(readdirSync(out).filter((name) => name.endsWith(".csv") || name.endsWith(".partial"))).toEqual([]);
    expect(cli(...args, "--out", out, "--resume").status).toBe(0);
    const whole = join(scratch, "not-full");
    expect(cli(...args, "--out", whole).status).toBe(0);
    execFileSync("diff", ["-r", "--exclude=manifest.json", "--exclude=report.html", out, whole]);
  });

  it.each([
    [["probe"], "--task"],
    [["probe", "--task", "chess"], "expected a task among: frozenlake"],
    [["probe", "--task", "frozenlake", "--probe", "budgets"], "expected a probe among: matched, recovery, support"],
    [["probe", "--task", "frozenlake", "--samples", "0"], "expected a whole number from 1 to 100000"],
    [["probe", "--task", "frozenlake", "--temperature", "warm"], "expected a number from 0"],
    [["probe", "--task", "frozenlake", "--policy", "base"], "expected NAME=FOLDER"],
    [["probe", "--task", "frozenlake", "--speed", "1"], "unknown option '--speed'"],
    [["probe", "--task", "frozenlake", "--gamma", "7"], "--gamma: expected a number above 0 and at most 1"],
    [["probe", "--task", "frozenlake", "--gamma", "0.9"], "--gamma: expected --quality discounted with it"],
    [
      ["probe", "--task", "frozenlake", "--inject", "mutant"],
      "--inject: expected a chooser of actions, not of programs",
    ],
    [["probe", "--task", "frozenlake", "--baseline", "best"], "--baseline: expected one of base, grpo, got best"],
    [["probe", "--task", "frozenlake", "--device", "abacus"], "--device: expected one of cpu, "],
    [["probe", "--task", "frozenlake", "--resume"], "--resume: expected --out with the folder to go on with"],
  ])("exits 2 on a wrong command line: %j", (args, expected) => {
    const { status, stderr } = cli(...args);
    expect(status).toBe(2);
    expect(stderr).toContain(expected);
  });
});
