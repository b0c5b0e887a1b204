import { Fault } from "../core/fault.js";

/** An execution provider of ONNX Runtime, on one of its devices. */
export interface Device {
  readonly provider: string;
  /** null leaves the choice to the provider. */
  readonly index: number | null;
  readonly options: Readonly<Record<string, string>>;
}

const FORM = /^(?<provider>[a-z]+)(?::(?<index>\d{1,3}))?(?:\?(?<options>.+))?$/;

/**
 * Reads `cuda:0,cuda:1`, devices of one provider; options of it are `webgpu?validationMode=full`. Throws a Fault for
 * another form. Whether provider, index and options exist is not looked at.
 */
export function readDevices(text: string): readonly [Device, ...Device[]] {
  const usage = (expected: string, got: string): Fault =>
    new Fault({ where: "--device", expected, got: got === "" ? "nothing" : got, isUsage: true });
  const devices = text.split(",").map((part): Device => {
    const { provider, index, options } = FORM.exec(part)?.groups ?? {};
    if (provider === undefined) throw usage("a provider, or one of its devices, as cuda or cuda:1", part);
    return {
      provider,
      index: index === undefined ? null : Number(index),
      options: Object.fromEntries(new URLSearchParams(options)),
    };
  });
  const names = new Set(devices.map(({ provider, index }) => `${provider}:${index}`));
  const [first, ...others] = devices as [Device, ...Device[]];
  if (names.size < devices.length) throw usage("devices that differ from each other", text);
  // What runs where depends on which worker is free: results must not.
  if (others.some(({ provider }) => provider !== first.provider)) throw usage("devices of one provider", text);
  return [first, ...others];
}

/** The same devices with options of their provider. */
export function withOptions(text: string, options: Readonly<Record<string, string>>): string {
  const given = Object.entries(options);
  if (given.length === 0) return text;
  const added = new URLSearchParams(given.map(([name, value]): [string, string] => [name, value])).toString();
  return text
    .split(",")
    .map((part) => `${part}${part.includes("?") ? "&" : "?"}${added}`)
    .join(",");
}

/** The device of worker `worker`: they are dealt out in turn. */
export function deviceOf(text: string, worker: number): string {
  const parts = text.split(",");
  return parts[worker % parts.length] as string;
}
