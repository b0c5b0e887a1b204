/** A number the paper prints, as a share. */
export interface PublishedNumber {
  readonly task: string;
  readonly probe: string;
  readonly slice: string;
  readonly metric: string;
  readonly value: number;
}

/** "What Does Multi-Turn Reinforcement Learning Really Improve in LLM Agents?" (2026): states where RL's mean is higher. */
const publishedNumbers: readonly PublishedNumber[] = [
  { task: "frozenlake", probe: "matched", slice: "all", metric: "win_share", value: 0.428 },
  { task: "frozenlake", probe: "recovery", slice: "kind=error", metric: "win_share", value: 0.657 },
  { task: "deepcoder-mt", probe: "matched", slice: "all", metric: "win_share", value: 0.468 },
  { task: "deepcoder-mt", probe: "recovery", slice: "kind=error", metric: "win_share", value: 0.673 },
];

/** The paper's value of a number, or null where it prints none. */
export function publishedValue(task: string, probe: string, slice: string, metric: string): number | null {
  const found = publishedNumbers.find(
    (one) => one.task === task && one.probe === probe && one.slice === slice && one.metric === metric,
  );
  return found?.value ?? null;
}
