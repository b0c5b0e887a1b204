// What the tool answers to plan.json, by its public API: node answers.mjs MODELS ENGINE SCRATCH
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { keyedRng, openOnnxPolicies } from "../../dist/index.js";
import { chatTokenizer } from "../../dist/policies/chat-tokenizer.js";
import { readModelFolder } from "../../dist/policies/model-folder.js";

const [models, engine, scratch] = process.argv.slice(2);
const plan = JSON.parse(readFileSync(join(scratch, "plan.json"), "utf8"));
const folder = join(models, "smollm2-135m-instruct");
const rng = keyedRng("test:llm");
const workers = 2;

const promptOf = (messages, index) => ({ stateId: `chat:${index}`, messages });
const prompts = plan.chats.map(({ messages }, index) => promptOf(messages, index));
const replies = plan.chats.map(({ reply_token_ids: tokenIds }) => ({ text: "", tokenIds }));

async function withPolicy(path, decoding, use) {
  const started = performance.now();
  const [policy] = await openOnnxPolicies(
    [{ name: "smollm2", folder: path, device: "cpu", threads: 1, engine, decoding }],
    workers,
  );
  try {
    return await use(policy);
  } finally {
    await policy.close();
    const seconds = ((performance.now() - started) / 1000).toFixed(0);
    console.error(`${path} ${JSON.stringify(decoding)} (${policy.info.engine}): ${seconds} s`);
  }
}

/** One session a question, as many at once as there are workers. */
async function eachAlone(policy, questions, ask) {
  const answers = [];
  const take = questions.entries();
  const line = async () => {
    for (const [place, question] of take) {
      const session = policy.session();
      answers[place] = await ask(session, question);
      await session.close();
    }
  };
  await Promise.all(Array.from({ length: workers }, line));
  return answers;
}

/** Greedy replies, and scores of the reference's. */
function repliesOf(policy, chats) {
  return eachAlone(policy, chats, async (session, chat) => {
    const [[score]] = await session.score([prompts[chat]], [[replies[chat]]]);
    const [{ actions }] = await session.sample([prompts[chat]], { samples: 1, rng, replies: [[]] });
    return { score, greedy: actions[0] };
  });
}

/** The states of a conversation: each prompt of the user, with the reply that came. */
function statesOf(messages, index) {
  return messages.flatMap(({ role }, place) => {
    if (role !== "user" || place === messages.length - 1) return [];
    const prompt = { stateId: `chat:${index}:${place}`, messages: messages.slice(0, place + 1) };
    return [{ prompt, action: { text: messages[place + 1].content } }];
  });
}

/** Each conversation in one session, in one call and call by call, and each of its states in a session of its own. */
async function conversations(policy) {
  const several = plan.chats.map(({ messages }, index) => statesOf(messages, index)).filter(({ length }) => length > 0);
  const ask = async (session, states) => {
    const asked = states.map(({ prompt }) => prompt);
    const actions = states.map(({ action }) => [action]);
    const scores = await session.score(asked, actions);
    const draws = await session.sample(asked, { samples: 4, rng, replies: actions });
    return states.map((_, at) => ({ scores: [scores[at][0], draws[at].scores[0]], draws: draws[at].actions }));
  };
  const together = (await eachAlone(policy, several, ask)).flat();
  const alone = (await eachAlone(policy, several.flat(), (session, state) => ask(session, [state]))).flat();
  const oneByOne = (
    await eachAlone(policy, several, async (session, states) => {
      const answers = [];
      for (const state of states.toReversed()) answers.unshift(...(await ask(session, [state])));
      return answers;
    })
  ).flat();
  return { together, alone, oneByOne };
}

/** Two tokens drawn many times at each place, and the score of the two most likely ones. */
function draws(policy, decoding) {
  return eachAlone(policy, plan.sampled, async (session, { chat, token }) => {
    const asked = [prompts[chat]];
    const child = rng.child(JSON.stringify(decoding));
    const replies = [[{ text: "", tokenIds: [token, token] }]];
    const [{ actions, scores }] = await session.sample(asked, { samples: plan.draws, rng: child, replies });
    const tokenIds = actions.map((action) => action.tokenIds);
    return { tokenIds, logProbs: actions.map((action) => action.logProbs), score: scores[0] };
  });
}

const tokenizer = chatTokenizer(readModelFolder(folder));
const answers = {
  prompts: plan.chats.map(({ messages }) => tokenizer.encodePrompt(messages)),
  replies: await withPolicy(folder, { temperature: 0, maxTokens: plan.reply_tokens }, (policy) =>
    repliesOf(policy, [...prompts.keys()]),
  ),
  conversations: await withPolicy(folder, { temperature: 1, maxTokens: 8 }, conversations),
  draws: [],
  others: {},
};
for (const decoding of plan.decodings) {
  answers.draws.push(await withPolicy(folder, { ...decoding, maxTokens: 2 }, (policy) => draws(policy, decoding)));
}
for (const [name, { file, chats }] of Object.entries(plan.others)) {
  // genai's folder by itself, since its settings name the file.
  const path = name === "genai" ? join(models, file, "..") : join(models, file);
  const decoding = { temperature: 0, maxTokens: plan.reply_tokens };
  answers.others[name] = await withPolicy(path, decoding, (policy) => repliesOf(policy, chats));
}
writeFileSync(join(scratch, "answers.json"), JSON.stringify(answers));
