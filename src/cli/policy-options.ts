import { existsSync, readdirSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { type Command, InvalidArgumentError, Option } from "commander";
import type { Policy } from "../core/policy.js";
import { checkDevice, checkWorkers, usualWorkers } from "../policies/devices.js";
import { withOptions } from "../policies/devices-text.js";
import type { DecodingOverrides } from "../policies/model-folder.js";
import { DEFAULT_MEMORY_MIB, type EngineKind, engineKinds } from "../policies/onnx-engine.js";
import { openOnnxPolicies } from "../policies/onnx-policy.js";
import { numberWithin, oneOf, wholeNumber } from "./option-values.js";
import { fixturesFolder } from "./package.js";

/** A policy as named on the command line: NAME=FOLDER, or NAME=FILE for one .onnx file of several. */
export interface NamedFolder {
  readonly name: string;
  readonly folder: string;
}

export interface PolicyOptions {
  readonly policy?: readonly NamedFolder[];
  readonly temperature?: number;
  readonly topK?: number;
  readonly topP?: number;
  readonly maxTokens?: number;
  readonly device: string;
  readonly providerOption?: Readonly<Record<string, string>>;
  readonly engine: EngineKind;
  readonly engineMib: number;
  readonly workers: number;
}

function namedFolder(text: string, earlier: readonly NamedFolder[] = []): readonly NamedFolder[] {
  const cut = text.indexOf("=");
  const [name, folder] = [text.slice(0, cut), text.slice(cut + 1)];
  if (cut < 1 || folder === "") throw new InvalidArgumentError("expected NAME=FOLDER or NAME=FILE.onnx.");
  if (/[\p{Cc},=!:]/u.test(name))
    throw new InvalidArgumentError("expected a name without , = ! : and control characters.");
  if (earlier.some((policy) => policy.name === name)) throw new InvalidArgumentError(`the name ${name} is taken.`);
  return [...earlier, { name, folder }];
}

function namedValue(text: string, earlier: Readonly<Record<string, string>> = {}): Readonly<Record<string, string>> {
  const cut = text.indexOf("=");
  if (cut < 1 || cut === text.length - 1) throw new InvalidArgumentError("expected NAME=VALUE.");
  return { ...earlier, [text.slice(0, cut)]: text.slice(cut + 1) };
}

const WORKERS_ON_CPU = Math.min(8, availableParallelism());

/** Adds the options that say which policies act, and how. */
export function addPolicyOptions(command: Command): Command {
  return command
    .addOption(
      new Option("--policy <NAME=FOLDER...>", "policies to ask; default: the bundled ones").argParser(namedFolder),
    )
    .option(
      "--temperature <T>",
      "default: generation_config.json, else 1; 0 is greedy",
      numberWithin(0, Infinity, true),
    )
    .option("--top-k <N>", "keep the N most probable tokens; 0 keeps all", wholeNumber(0))
    .option("--top-p <P>", "keep the fewest tokens with this mass", numberWithin(0, 1, false))
    .option("--max-tokens <N>", "most tokens of an action", wholeNumber(1, 2 ** 20))
    .option(
      "--device <NAME>",
      "ONNX Runtime execution provider (cpu, cuda, webgpu, …), or devices: cuda:0,cuda:1",
      "cpu",
    )
    .addOption(
      new Option("--provider-option <NAME=VALUE...>", "options that the execution provider takes").argParser(
        namedValue,
      ),
    )
    .addOption(
      new Option("--engine <KIND>", "auto compiles the whole reply into one run where it can; loop never does")
        .argParser(oneOf("kind", engineKinds))
        .default("auto"),
    )
    .option(
      "--engine-mib <N>",
      "most memory that one run of a model may take, weights aside: what does not fit waits",
      wholeNumber(16, 2 ** 20),
      DEFAULT_MEMORY_MIB,
    )
    .addOption(
      new Option("--workers <N>", "threads that run models")
        .argParser(wholeNumber(1, 256))
        .default(WORKERS_ON_CPU, `${WORKERS_ON_CPU} on cpu, else 1 for each device`),
    )
    .hook("preAction", (_, action) => {
      if (action.getOptionValueSource("workers") !== "default") return;
      const workers = usualWorkers(action.getOptionValue("device"), WORKERS_ON_CPU);
      action.setOptionValueWithSource("workers", workers, "implied");
    });
}

/** The policies that ship with a task. */
export function bundledPolicies(task: string): readonly NamedFolder[] {
  const folder = join(fixturesFolder(task), "policies");
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .sort()
    .map((name) => ({ name, folder: join(folder, name) }));
}

/** Opens the chosen policies in `workers` threads; closing each of them ends the threads. */
export async function openPolicies(
  folders: readonly NamedFolder[],
  options: PolicyOptions,
): Promise<readonly Policy[]> {
  const device = withOptions(options.device, options.providerOption ?? {});
  checkWorkers(device, options.workers);
  checkDevice(device);
  if (options.workers > 2 * availableParallelism()) {
    const cores = `${availableParallelism()} processor cores`;
    process.stderr.write(
      `--workers ${options.workers} on ${cores}: more threads than cores are slower, and each holds the models\n`,
    );
  }
  const given: readonly [keyof DecodingOverrides, number | undefined][] = [
    ["temperature", options.temperature],
    ["topK", options.topK],
    ["topP", options.topP],
    ["maxTokens", options.maxTokens],
  ];
  const decoding: DecodingOverrides = Object.fromEntries(given.filter(([, value]) => value !== undefined));
  const specs = folders.map((policy) => ({
    ...policy,
    device,
    engine: options.engine,
    memoryMib: options.engineMib,
    threads: 1,
    decoding,
  }));
  const policies = await openOnnxPolicies(specs, options.workers);
  const ways = policies.map(({ info }) => `${info.name} by ${JSON.stringify(info.decoding)}`);
  if (new Set(policies.map(({ info }) => JSON.stringify(info.decoding))).size > 1) {
    process.stderr.write(`policies draw in different ways: ${ways.join("; ")}\n`);
  }
  for (const { info } of policies) {
    if (info.ignoredSettings.length === 0) continue;
    process.stderr.write(`policy ${info.name}: not applied: ${info.ignoredSettings.join(", ")}\n`);
  }
  return policies;
}

/** Closes policies that were opened together. */
export async function closeAll(policies: readonly Policy[]): Promise<void> {
  await Promise.all(policies.map((policy) => policy.close()));
}
