// transformers.js: K equal prompts in one generate call, since it ignores num_return_sequences. What its users can do
// through its public interface is done for it: ended rows stop the call (its own criterion waits until all end in the
// same step), `cache: "shared"` reads each prompt once and hands K copies of its cache to generate, and
// `sampler: "gumbel"` draws by noise on greedy decoding, which is the same distribution without sorting the vocabulary.
import { readFileSync } from "node:fs";
import { basename, dirname } from "node:path";
import {
  AutoModelForCausalLM,
  DynamicCache,
  env,
  LogitsProcessor,
  LogitsProcessorList,
  StoppingCriteria,
  Tensor,
} from "@huggingface/transformers";
import { serve } from "./serve.mjs";

class AllEnded extends StoppingCriteria {
  constructor(endTokens, rows) {
    super();
    this.endTokens = endTokens;
    this.ended = new Array(rows).fill(false);
  }

  _call(rows) {
    rows.forEach((ids, row) => {
      this.ended[row] ||= this.endTokens.has(Number(ids.at(-1)));
    });
    return rows.map(() => this.ended.every(Boolean));
  }
}

class GumbelNoise extends LogitsProcessor {
  _call(_, logits) {
    const { data } = logits;
    for (let index = 0; index < data.length; index += 1) data[index] -= Math.log(-Math.log(Math.random()));
    return logits;
  }
}

function int64(rows) {
  return new Tensor("int64", BigInt64Array.from(rows.flat(), BigInt), [rows.length, rows[0].length]);
}

/** The first `length` places of a cache of one row, in each of `rows` rows. */
function copies(cache, length, rows) {
  const copied = Object.entries(cache).map(([name, { data, dims }]) => {
    const [, heads, past, width] = dims;
    const out = new Float32Array(rows * heads * length * width);
    for (let head = 0; head < heads; head += 1) {
      const part = data.subarray(head * past * width, (head * past + length) * width);
      for (let row = 0; row < rows; row += 1) out.set(part, (row * heads + head) * length * width);
    }
    return [name, new Tensor("float32", out, [rows, heads, length, width])];
  });
  return new DynamicCache(Object.fromEntries(copied));
}

serve(async ({ workload: file, threads, cache: caching = "none", sampler = "own" }) => {
  const { model: folder, samples, maxTokens, endTokens, trajectories } = JSON.parse(readFileSync(file, "utf8"));
  env.localModelPath = dirname(folder);
  env.allowRemoteModels = false;
  const session_options = { intraOpNumThreads: threads, interOpNumThreads: 1, logSeverityLevel: 3 };
  const model = await AutoModelForCausalLM.from_pretrained(basename(folder), {
    dtype: "fp32",
    device: "cpu",
    session_options,
  });
  const ends = new Set(endTokens);

  /** Extends a trajectory's cache of one row up to what `ids` needs before its last token. */
  async function extended(known, ids) {
    const from = known?.get_seq_length() ?? 0;
    if (from >= ids.length - 1) return known;
    const past_key_values = known ?? new DynamicCache();
    const input_ids = int64([ids.slice(from, -1)]);
    const attention_mask = int64([new Array(ids.length - 1).fill(1)]);
    const outputs = await model.forward({ input_ids, attention_mask, ...(known === null ? {} : { past_key_values }) });
    const present = Object.entries(outputs).filter(([name]) => name.startsWith("present"));
    return new DynamicCache(
      Object.fromEntries(present.map(([name, value]) => [name.replace("present", "past_key_values"), value])),
    );
  }

  function untilEnd(ids) {
    const end = ids.findIndex((id) => ends.has(id));
    return end === -1 ? ids : ids.slice(0, end + 1);
  }

  async function draw(ids, cache) {
    const rows = Array.from({ length: samples }, () => ids);
    const noise = new LogitsProcessorList();
    noise.push(new GumbelNoise());
    const sequences = await model.generate({
      inputs: int64(rows),
      attention_mask: int64(rows.map((row) => row.map(() => 1))),
      ...(cache === null ? {} : { past_key_values: copies(cache, ids.length - 1, samples) }),
      ...(sampler === "gumbel" ? { do_sample: false, logits_processor: noise } : { do_sample: true }),
      temperature: 1,
      top_k: 0,
      top_p: 1,
      max_new_tokens: maxTokens,
      stopping_criteria: new AllEnded(ends, samples),
    });
    return sequences.tolist().map((row) => untilEnd(row.slice(ids.length).map(Number)));
  }

  return {
    about: `${threads} threads, cache ${caching}, sampler ${sampler}`,
    async sample({ trajectory }) {
      const draws = [];
      let cache = null;
      for (const { promptIds } of trajectories[trajectory]) {
        if (caching === "shared") cache = await extended(cache, promptIds);
        draws.push(await draw(promptIds, cache));
      }
      return draws;
    },
  };
});
