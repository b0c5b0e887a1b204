import { Fault } from "../core/fault.js";
import type { Device } from "./devices-text.js";
import type * as ort from "./onnxruntime.js";

type OptionValue = string | number | boolean | readonly string[];

interface ProviderOption {
  /** What a fault calls its values. */
  readonly values: string;
  /** As ONNX Runtime's Node binding takes it; null for what is none of the values. */
  read(text: string): OptionValue | null;
}

function among(...names: readonly string[]): ProviderOption {
  return { values: `one of ${names.join(", ")}`, read: (text) => (names.includes(text) ? text : null) };
}

const cacheMode = among("disabled", "lazyRelease", "simple", "bucket");

const wholeNumber: ProviderOption = {
  values: "a whole number",
  read: (text) => (/^\d{1,9}$/.test(text) ? Number(text) : null),
};

interface ProviderKind {
  /** Devices can be told apart by an index. */
  readonly isIndexed: boolean;
  readonly options: Readonly<Record<string, ProviderOption>>;
}

const plain: ProviderKind = { isIndexed: false, options: {} };
const indexed: ProviderKind = { isIndexed: true, options: {} };

/** What the Node binding of ONNX Runtime 1.30 hands to each provider; it drops whatever else is given, or throws. */
const kinds: Readonly<Record<string, ProviderKind>> = {
  cuda: indexed,
  tensorrt: indexed,
  dml: indexed,
  coreml: { isIndexed: false, options: { coreMlFlags: wholeNumber } },
  webgpu: {
    isIndexed: false,
    options: {
      preferredLayout: among("NCHW", "NHWC"),
      validationMode: among("disabled", "wgpuOnly", "basic", "full"),
      storageBufferCacheMode: cacheMode,
      uniformBufferCacheMode: cacheMode,
      queryResolveBufferCacheMode: cacheMode,
      defaultBufferCacheMode: cacheMode,
      enableRobustness: {
        values: "true or false",
        read: (text) => (text === "true" || text === "false" ? text === "true" : null),
      },
      forceCpuNodeNames: { values: "node names, with commas between", read: (text) => text.split(",") },
    },
  },
};

/** A device as ONNX Runtime takes it. Throws a Fault for an index or an option that its provider does not take. */
export function executionProvider({ provider, index, options }: Device): ort.InferenceSession.ExecutionProviderOption {
  const kind = kinds[provider] ?? plain;
  if (index !== null && !kind.isIndexed) {
    const expected = `${provider} without an index: it chooses its device itself`;
    throw new Fault({ where: "--device", expected, got: `${provider}:${index}`, isUsage: true });
  }
  const values = Object.entries(options).map(([name, text]): [string, OptionValue] => {
    const option = Object.hasOwn(kind.options, name) ? kind.options[name] : undefined;
    if (option === undefined) {
      const taken = Object.keys(kind.options).join(", ") || "none";
      const expected = `an option that ${provider} takes: ${taken}${kind.isIndexed ? "; devices are named as" : ""}`;
      const where = `--provider-option ${name}`;
      const device = kind.isIndexed ? ` --device ${provider}:1` : "";
      throw new Fault({ where, expected: `${expected}${device}`, got: name, isUsage: true });
    }
    const value = option.read(text);
    if (value !== null) return [name, value];
    throw new Fault({ where: `--provider-option ${name}`, expected: option.values, got: text, isUsage: true });
  });
  const given = index === null ? values : [["deviceId", index], ...values];
  return { name: provider, ...Object.fromEntries(given) };
}
