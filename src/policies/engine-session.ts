import { Fault, quote } from "../core/fault.js";
import type {
  ActionScore,
  ActionToScore,
  DrawnAction,
  PolicyInfo,
  Prompt,
  SampleOptions,
  StateDraws,
  TokenUsage,
} from "../core/policy.js";
import { keyedRng, type Rng } from "../core/rng.js";
import type { ChatTokenizer } from "./chat-tokenizer.js";
import { type DrawnTokens, isToken } from "./draw-actions.js";
import { type ReplyRequest, type ReplySession, sharedLength } from "./reply-engine.js";

/** `SampleOptions` as plain data. */
export interface PlainSampleOptions extends Omit<SampleOptions, "rng"> {
  readonly rngKey: string;
}

/** What is asked about one trajectory, one call after the other. Inputs and outputs are plain data. */
export interface EngineSession {
  fits(states: readonly Prompt[]): readonly boolean[];
  sample(states: readonly Prompt[], options: PlainSampleOptions): Promise<readonly StateDraws[]>;
  score(
    states: readonly Prompt[],
    actions: readonly (readonly ActionToScore[])[],
  ): Promise<readonly (readonly ActionScore[])[]>;
  readonly usage: TokenUsage | null;
}

/** Prompts and replies as a model's token ids, checked against its context, and its answers as text. */
export function engineSession(info: PolicyInfo, tokenizer: ChatTokenizer, replies: ReplySession): EngineSession {
  const { decoding, contextLength, vocabulary } = info;
  const encoded = new Map<string, readonly number[]>();
  const replyIds = new Map<string, readonly number[]>();

  function encodePrompt({ stateId, messages }: Prompt): readonly number[] {
    try {
      const ids = encoded.get(stateId) ?? tokenizer.encodePrompt(messages);
      encoded.set(stateId, ids);
      return ids;
    } catch (error) {
      throw error instanceof Fault ? new Fault(`policy ${info.name}: state ${stateId}: ${error.message}`) : error;
    }
  }

  function checkLength(where: string, promptTokens: number, actionTokens: number): void {
    if (contextLength === null || promptTokens + actionTokens <= contextLength) return;
    throw new Fault({
      where,
      expected: `prompt and action within the model's ${contextLength} tokens`,
      got: `${promptTokens} + ${actionTokens}`,
    });
  }

  /** Ids of another tokenizer would be scored as what they mean to this one. */
  function checkSame(where: string, text: string, tokenIds: readonly number[]): void {
    if (text === "" || !tokenIds.every((id) => isToken(id, vocabulary))) return;
    const said = tokenizer.decodeReply(tokenIds);
    if (said.trim() === text.trim() || tokenizer.decodePlain(tokenIds).trim() === text.trim()) return;
    throw new Fault({
      where,
      expected: `token ids that say ${quote(text)} (without token_ids the text is scored)`,
      got: `ids of ${quote(said)}`,
    });
  }

  /** How a template writes a reply does not depend on what came before it, so each text is rendered once. */
  function idsOf({ stateId, messages }: Prompt, { text, tokenIds }: ActionToScore): readonly number[] {
    if (tokenIds !== undefined) {
      checkSame(`policy ${info.name}: state ${stateId}`, text, tokenIds);
      return tokenIds;
    }
    const ids = replyIds.get(text) ?? tokenizer.encodeReply(messages, text);
    replyIds.set(text, ids);
    return ids;
  }

  /** What is asked at a state, once it was seen to fit. */
  function requestOf(state: Prompt, actions: readonly ActionToScore[], streams: readonly Rng[]): ReplyRequest {
    const prompt = encodePrompt(state);
    const sequences = actions.map((action) => idsOf(state, action));
    const name = `policy ${info.name}: state ${state.stateId}`;
    if (prompt.length === 0) throw new Fault({ where: name, expected: "a prompt of at least one token", got: "none" });
    const unknown = prompt.find((id) => id >= vocabulary);
    if (unknown !== undefined) {
      throw new Fault({ where: name, expected: `tokens below ${vocabulary}, as the model has`, got: String(unknown) });
    }
    const longest = streams.length === 0 ? 1 : decoding.maxTokens;
    checkLength(name, prompt.length, Math.max(longest, ...sequences.map((tokens) => tokens.length)));
    const shared = sharedLength(tokenizer.encodeOpening(state.messages), prompt.slice(0, -1));
    return { name, prompt, shared, sequences, streams };
  }

  return {
    get usage() {
      return replies.usage;
    },
    fits: (states) => {
      const room = (contextLength ?? Infinity) - decoding.maxTokens;
      return states.map((state) => encodePrompt(state).length <= room);
    },
    async sample(states, { samples, rngKey, replies: toScore }) {
      const requests = states.map((state, index) => {
        const stream = keyedRng(rngKey).child(info.name, state.stateId);
        const streams = Array.from({ length: samples }, (_, sample) => stream.child(sample));
        return requestOf(state, toScore[index] ?? [], streams);
      });
      return (await replies.answer(requests)).map(({ scores, draws }): StateDraws => {
        const texts = new Map<DrawnTokens, DrawnAction>();
        const actions = draws.map((draw) => {
          const action = texts.get(draw) ?? { ...draw, text: tokenizer.decodeReply(draw.tokenIds) };
          texts.set(draw, action);
          return action;
        });
        return { actions, scores };
      });
    },
    async score(states, actions) {
      const requests = states.map((state, index) => requestOf(state, actions[index] ?? [], []));
      return (await replies.answer(requests)).map(({ scores }) => scores);
    },
  };
}
