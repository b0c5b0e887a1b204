// What K = 1024 draws at one long state take: `node bench/memory.mjs MODEL_FOLDER [MIB] [TOKENS] [K] [NEW]`.
// Prints the process's peak over what it holds once the model is open, beside the memory that a run was given.
import { openEngine } from "../dist/policies/onnx-engine.js";

const [folder, mib = "1024", words = "1900", samples = "1024", maxTokens = "32"] = process.argv.slice(2);
const peakMib = () => Math.round(process.resourceUsage().maxRSS / 1024);

const engine = await openEngine({
  name: "policy",
  folder,
  device: "cpu",
  threads: 2,
  engine: "auto",
  memoryMib: Number(mib),
  decoding: { temperature: 1, topK: 0, topP: 1, maxTokens: Number(maxTokens) },
});
const opened = Math.round(process.memoryUsage.rss() / 2 ** 20);
const text = Array.from(
  { length: Number(words) },
  (_, index) => ["north", "river", "stone", "lamp", "green", "seven", "walk", "quiet"][(index * 7 + (index % 5)) % 8],
).join(" ");
const session = engine.session();
const started = performance.now();
const state = { stateId: "long:0", messages: [{ role: "user", content: text }] };
const [draws] = await session.sample([state], { samples: Number(samples), rngKey: "memory", replies: [[]] });
const seconds = ((performance.now() - started) / 1000).toFixed(1);
const { read, distinct } = session.usage ?? {};
console.log(
  `${engine.info.engine}: ${draws.actions.length} actions in ${seconds} s; tokens read ${read}, distinct ${distinct}`,
);
console.log(`open ${opened} MiB, peak ${peakMib()} MiB: ${peakMib() - opened} more, of ${mib} a run`);
process.exit(0);
