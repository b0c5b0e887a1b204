// Operations that a trajectory's draws cannot do without: every token of the longest prompt once, and every token that
// some draw goes on from once, however many draws share it.
import { layerWeights } from "./product-model.mjs";

/** Beginnings that distinct draws at a state share: one for each token read after the prompt. */
function beginnings(draws) {
  const seen = new Set();
  for (const ids of draws) for (let end = 1; end < ids.length; end += 1) seen.add(ids.slice(0, end).join());
  return [...seen].map((text) => text.split(",").length);
}

/** Two operations a weight and a token; attention is two products of `queries` wide with every place before. */
export function needed(shapes, trajectories, drawn) {
  const { hidden, queries, layers, vocabulary } = shapes;
  const attention = (places) => 4 * queries * places * layers;
  const found = { layers: 0, attention: 0, head: 0, promptTokens: 0, replyTokens: 0, drawnTokens: 0 };
  for (const [index, states] of trajectories.entries()) {
    const longest = states.at(-1).promptIds.length;
    found.promptTokens += longest;
    for (let place = 1; place <= longest; place += 1) found.attention += attention(place);
    for (const [turn, { promptIds }] of states.entries()) {
      const depths = beginnings(drawn[index][turn]);
      found.replyTokens += depths.length;
      found.drawnTokens += drawn[index][turn].reduce((sum, ids) => sum + ids.length, 0);
      found.head += 2 * hidden * vocabulary * (depths.length + 1);
      for (const depth of depths) found.attention += attention(promptIds.length + depth);
    }
  }
  found.layers = 2 * layerWeights(shapes) * layers * (found.promptTokens + found.replyTokens);
  return found;
}
