// Arms measured in turns: one round warms up and is not counted, then each round runs every arm once.

export function median(values) {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
}

/**
 * @param arms name → work of one round, given the round's number; round 0 is the warming one
 * @param warmed told of each arm's answer in round 0
 */
export async function inRounds(arms, rounds, warmed) {
  const names = Object.keys(arms);
  const seconds = Object.fromEntries(names.map((name) => [name, []]));
  const answers = Object.fromEntries(names.map((name) => [name, []]));
  for (let round = 0; round <= rounds; round += 1) {
    for (const name of names) {
      const startedMs = performance.now();
      const answer = await arms[name](round);
      const spent = (performance.now() - startedMs) / 1000;
      process.stderr.write(`${round === 0 ? "warming" : `round ${round}`}: ${name} ${spent.toFixed(2)} s\n`);
      if (round === 0) await warmed(name, answer);
      else {
        seconds[name].push(spent);
        answers[name].push(answer);
      }
    }
  }
  return { seconds, answers };
}
