/**
 * A sound line to spoil: `P_` over `OG`, slippery. Right leads from [0,0] to [0,1] and Down from there to the goal.
 * A fresh one every time, so that a test may change it.
 */
export function soundLine() {
  return {
    schema: 1,
    trajectory_id: "a",
    task: "frozenlake",
    instance: { instance_id: "lake", desc: ["SF", "HG"], success_rate: 0.8 },
    policy: "base",
    budget: 3,
    outcome: { success: true, reward: 1, termination: "goal" },
    turns: [
      {
        messages: [
          { role: "system", content: "Cross." },
          { role: "user", content: "Turns left: 3\nP _\nO G" },
        ],
        action: { text: "<answer>Right</answer>", token_ids: [5, 6, 2], log_probs: [-0.5, -0.25, 0] },
        snapshot: { position: [0, 0], turns_left: 3 },
        reward: 0,
      },
      {
        messages: [{ role: "user", content: "Turns left: 2\n_ P\nO G" }],
        action: { text: "<answer>Down</answer>" },
        snapshot: { position: [0, 1], turns_left: 2 },
        reward: 1,
      },
    ],
  };
}

/** The sound line with a value put at a path (`turns[0].action.text`), or taken away when it is undefined. */
export function lineWith(path: string, value: unknown): string {
  const line: unknown = soundLine();
  const keys = path.split(/[.[\]]+/).filter((key) => key !== "");
  const last = keys.pop();
  let holder = line;
  for (const key of keys) holder = Reflect.get(Object(holder), key);
  Reflect.set(Object(holder), last ?? "", value);
  return JSON.stringify(line);
}
