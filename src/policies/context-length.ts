import { isJsonObject, type JsonObject } from "./json-file.js";

/** What model families call the most tokens a text may have. */
const NAMES = ["max_position_embeddings", "n_positions", "max_seq_len", "max_sequence_length", "seq_length", "n_ctx"];

/** Tokenizers without a limit state 1e30 or the like. */
const NO_LIMIT = 1e9;

function firstNumber(config: JsonObject, names: readonly string[]): number | null {
  const found = names.map((name) => config[name]).find((value) => typeof value === "number" && value > 0);
  return typeof found === "number" ? found : null;
}

/**
 * With YaRN, what the factor makes of the length that the model was first trained on: the recipe of Qwen's model cards
 * leaves `max_position_embeddings` at the shorter one. For other kinds the families differ in what that number means,
 * so it is taken as it is.
 */
function stretched(config: JsonObject, positions: number): number {
  const scaling = config["rope_scaling"] ?? config["rope_parameters"];
  if (!isJsonObject(scaling) || (scaling["rope_type"] ?? scaling["type"]) !== "yarn") return positions;
  const { factor, original_max_position_embeddings: original } = scaling;
  if (typeof factor !== "number" || typeof original !== "number") return positions;
  return Math.max(positions, Math.floor(original * factor));
}

/** Most tokens prompt and reply may have together, by config.json, else by the tokenizer; null when none says it. */
export function contextLengthOf(config: JsonObject, tokenizerConfig: JsonObject): number | null {
  const positions = firstNumber(config, NAMES);
  if (positions !== null) return stretched(config, positions);
  const limit = firstNumber(tokenizerConfig, ["model_max_length"]);
  return limit === null || limit >= NO_LIMIT ? null : limit;
}

/** Tokens that attention looks back over, where some layer sees fewer than the context holds; null where all see all. */
export function windowOf(config: JsonObject, contextLength: number | null): number | null {
  const own = isJsonObject(config["text_config"]) ? { ...config, ...config["text_config"] } : config;
  const { sliding_window: window, use_sliding_window: isUsed, layer_types: kinds } = own;
  if (typeof window !== "number" || isUsed === false || window >= (contextLength ?? Infinity)) return null;
  const slides = !Array.isArray(kinds) || kinds.some((kind) => String(kind).includes("sliding"));
  return slides ? window : null;
}
