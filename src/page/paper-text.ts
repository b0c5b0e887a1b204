/** What the published values are. */
export const paperText =
  'what "What Does Multi-Turn Reinforcement Learning Really Improve in LLM Agents?" (2026) prints for its own ' +
  "models: not this pair";
