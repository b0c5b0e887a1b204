import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { cli, hashesIn, scratchFolder } from "./run-cli.js";

const scratch = scratchFolder();
const runA = join(scratch, "a");
const runB = join(scratch, "b");

function probe(out: string, ...more: readonly string[]): void {
  const usual = ["--states", "40", "--samples", "4"];
  const { status, stderr } = cli("probe", "--task", "frozenlake", ...usual, "--out", out, ...more);
  if (status !== 0) throw new Error(stderr);
}

/** A copy of run A with one file edited, and its hash in the manifest with it. */
function edited(name: string, file: string, edit: (text: string) => string): string {
  const folder = join(scratch, name);
  cpSync(runA, folder, { recursive: true });
  const rewrite = (one: string, change: (text: string) => string): void =>
    writeFileSync(join(folder, one), change(readFileSync(join(folder, one), "utf8")));
  const hashBefore = hashesIn(folder)[file];
  rewrite(file, edit);
  const hash = hashesIn(folder)[file];
  if (hashBefore !== undefined && hash !== undefined) {
    rewrite("manifest.json", (text) => text.replace(hashBefore, hash));
  }
  return folder;
}

function lineOf(...args: readonly string[]): string {
  const { status, stderr } = cli(...args);
  expect(status).not.toBe(0);
  expect(stderr.trimEnd().split("\n").length).toBe(1);
  return stderr.trimEnd();
}

beforeAll(() => {
  probe(runA);
  probe(runB, "--temperature", "0.5");
});

describe("report", () => {
  it("makes from the files of a folder what the run itself made", () => {
    const file = join(scratch, "again.html");
    expect(cli("report", runA, "--out", file).stdout).toBe(`report: ${file}\n`);
    expect(readFileSync(file, "utf8")).toBe(readFileSync(join(runA, "report.html"), "utf8"));
  });

  it("puts several runs side by side, under names that tell them apart", () => {
    const twin = join(scratch, "other", "a");
    mkdirSync(join(scratch, "other"));
    cpSync(runA, twin, { recursive: true });
    const file = join(scratch, "both.html");
    expect(cli("report", runA, runB, twin, "--out", file).status).toBe(0);
    const data = /<script type="application\/json"[^>]*>(.*?)<\/script>/s.exec(readFileSync(file, "utf8"))?.[1] ?? "";
    expect(JSON.parse(data).runs.map((run: { name: string }) => run.name)).toEqual([runA, "b", twin]);
  });

  it("shows replies that lie aside as they were said, also from the files", () => {
    const hot = join(scratch, "hot");
    probe(hot, "--temperature", "3");
    const actions = readFileSync(join(hot, "actions.jsonl"), "utf8").trimEnd().split("\n");
    const own = readFileSync(join(hot, "report.html"), "utf8");
    // A valid reply is shown by its action, one that is not as it was said.
    const shown = actions.filter((line) => {
      const { action } = JSON.parse(line) as { readonly action: string };
      return own.includes(JSON.stringify(action).replaceAll("<", "\\u003c"));
    });
    expect(shown.length).toBeGreaterThan(0);
    expect(cli("report", hot).status).toBe(0);
    expect(readFileSync(join(hot, "report.html"), "utf8")).toBe(own);
  });

  it("does not write over a page that is no report", () => {
    const mine = join(scratch, "mine.html");
    writeFileSync(mine, "<!doctype html>\n<p>mine");
    expect(lineOf("report", runA, "--out", mine)).toContain("expected a new file, or a report, got another file");
    expect(readFileSync(mine, "utf8")).toBe("<!doctype html>\n<p>mine");
  });

  it("says in one line what a folder lacks", () => {
    expect(lineOf("report", scratch)).toBe(
      `matched-state: ${scratch}: expected a run folder, got no manifest.json in it`,
    );
    const started = edited("started", "manifest.json", (text) => text.replace('"complete"', '"started"'));
    expect(lineOf("report", started)).toContain(
      'manifest.json: expected status complete; --resume finishes a run, got "started"',
    );
    const lacking = edited("lacking", "pairs.csv", (text) => text.replace("superiority", "betterness"));
    expect(lineOf("report", lacking)).toContain("pairs.csv: expected a column superiority");
    const wrong = edited("wrong", "states.csv", (text) =>
      text.replace(/\n([^,]*),([^,]*),on_trajectory,\d+/, "\n$1,$2,on_trajectory,x"),
    );
    expect(lineOf("report", wrong)).toMatch(
      /states\.csv: row 2: expected a row this tool wrote, got column turn: expected a number/,
    );
    const torn = edited("torn-file", "states.csv", (text) => text);
    writeFileSync(join(torn, "pairs.csv"), "state_id\n");
    expect(lineOf("report", torn)).toMatch(
      /pairs\.csv: expected the file that the run wrote, sha256 \w+, got sha256 \w+/,
    );
    expect(lineOf("compare", runA, torn)).toContain("pairs.csv: expected the file that the run wrote");
    const gone = edited("gone", "states.csv", (text) => text);
    rmSync(join(gone, "samples.csv"));
    expect(lineOf("report", gone)).toContain("samples.csv: expected a file of the run, got none");
    expect(lineOf("report", runA, runA)).toContain("report: expected each run once");
    expect(
      lineOf(
        "report",
        edited("torn", "manifest.json", (text) => text.slice(0, 50)),
      ),
    ).toContain("expected a manifest, got");
  });
});

describe("compare", () => {
  it("pairs two runs at the states they share: B − A, and what that allows one to say", () => {
    const { stdout, status } = cli("compare", runA, runB);
    expect(status).toBe(0);
    expect(stdout).toContain(`frozenlake: A is ${runA}, B is ${runB}; change is B − A`);
    expect(stdout).toMatch(/\nchange {5,}40 /);
    expect(stdout).toMatch(/stands (better|worse) against its baseline|These numbers do not tell A and B apart/);
    expect(stdout.replaceAll("\n", " ")).toContain(
      "The baselines differ, and a change may be theirs: temperature 1 in A, temperature 0.5 in B.",
    );
  });

  it("gives what the two runs' pairs say, at each state B − A", () => {
    const { stdout } = cli("compare", runA, runB, "--json");
    const { summary, shared } = JSON.parse(stdout);
    const change = summary.find(
      (row: Record<string, unknown>) =>
        row["slice"] === "change" && row["metric"] === "mean_difference" && row["probe"] === "matched",
    );
    const differences = (folder: string): readonly number[] => {
      const [head = "", ...lines] = readFileSync(join(folder, "pairs.csv"), "utf8").trimEnd().split("\n");
      const place = head.split(",").indexOf("difference");
      const saved = lines.filter((line) => line.includes(",on_trajectory,"));
      return saved.map((line) => Number(line.split(",")[place]));
    };
    const [before, after] = [differences(runA), differences(runB)];
    const changes = after.map((value, index) => value - (before[index] as number));
    expect(change.estimate).toBeCloseTo(changes.reduce((sum, value) => sum + value, 0) / changes.length, 12);
    expect(change.states).toBe(40);
    expect(shared).toBeGreaterThan(40);
  });

  it("finds no change between a run and its copy", () => {
    const copy = edited("copy", "states.csv", (text) => text);
    const { stdout } = cli("compare", runA, copy);
    expect(stdout).toContain("difference to the baseline is the same, ");
    expect(stdout).not.toContain("The baselines differ");
  });

  it.each([
    ["task", (text: string) => text.replaceAll('"frozenlake"', '"other"'), "the same task"],
    ["samples", (text: string) => text.replace('"samples": 4', '"samples": 8'), "the same K"],
    ["scorer", (text: string) => text.replace('"quality": "success"', '"quality": "discounted"'), "the same scorer"],
    [
      "cluster",
      (text: string) => text.replace('"cluster": "trajectory"', '"cluster": "instance"'),
      "over the same clusters",
    ],
    [
      "candidates",
      (text: string) => text.replace('"candidates": [\n      "grpo"', '"candidates": [\n      "x", "y"'),
      "one candidate each",
    ],
  ])("refuses runs of another %s, with the reason", (name, edit, reason) => {
    expect(lineOf("compare", runA, edited(`other-${name}`, "manifest.json", edit))).toContain(reason);
  });

  it("counts states, not comparisons, and those of one run alone", () => {
    const base = join("fixtures", "frozenlake", "policies", "base");
    const grpo = join("fixtures", "frozenlake", "policies", "grpo");
    const three = ["--policy", `base=${base}`, `grpo=${grpo}`, `twin=${base}`, "--probe", "matched", "--samples", "2"];
    const [many, few] = [join(scratch, "many"), join(scratch, "few")];
    probe(many, ...three);
    probe(few, ...three, "--states", "10");
    const { shared, alone } = JSON.parse(cli("compare", many, few, "--json").stdout);
    expect([shared, alone]).toEqual([10, 30]);
    expect(cli("compare", many, few).stdout).toContain("30 states were visited by one of the runs alone.");
    const support = join(scratch, "support");
    probe(support, "--probe", "support");
    expect(lineOf("compare", support, runA)).toContain(
      `${support}: expected comparisons at states (matched or recovery)`,
    );
  });

  it("refuses states of other messages, and leaves error states of others out", () => {
    const told = edited("told", "state_messages.jsonl", (text) =>
      text.replaceAll(/"prompt_sha256":"\w/g, '"prompt_sha256":"x'),
    );
    expect(lineOf("compare", runA, told)).toMatch(/expected one prompt_sha256 of state /);
    const errors = edited("errors", "state_messages.jsonl", (text) =>
      text.replaceAll(/("state_id":"[^"]*!0".*"prompt_sha256":")\w/g, "$1x"),
    );
    const { stdout, status } = cli("compare", runA, errors);
    expect(status).toBe(0);
    expect(stdout).toMatch(/\d+ error states of one id are left out/);
    expect(stdout).not.toContain("recovery:");
  });

  it("refuses runs of other states, with the reason", () => {
    const moved = edited("moved", "states.csv", (text) => text.replaceAll('""turns_left"":', '""turns_left"":1'));
    expect(lineOf("compare", runA, moved)).toMatch(/expected one snapshot of state .* got /);
    const others = edited("others", "states.csv", (text) => text.replaceAll(/\n(base|grpo)-/g, "\nx-$1-"));
    expect(lineOf("compare", runA, others)).toContain(
      "expected states that both visited, got none, of one trajectory file",
    );
    expect(lineOf("compare", runA, runA)).toContain("compare: expected two runs");
  });
});
