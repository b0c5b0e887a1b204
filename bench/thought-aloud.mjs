// A saved game with the player's thoughts written before each move: replies as long as an agent's, made from the map
// alone, so that no model has a part in them.

const MOVES = { Left: [0, -1], Down: [1, 0], Right: [0, 1], Up: [-1, 0] };
const TERRAIN = { F: "ice", S: "ice", H: "a hole", G: "the goal" };
const ASKED = "Say where you stand, what lies around you and where the goal is, then end with <answer>Move</answer>.";

function whereIs(desc, letter) {
  const row = desc.findIndex((line) => line.includes(letter));
  return [row, desc[row].indexOf(letter)];
}

function distance(steps, forward, back) {
  if (steps === 0) return null;
  return `${Math.abs(steps)} ${Math.abs(steps) === 1 ? "step" : "steps"} ${steps > 0 ? forward : back}`;
}

function thought(desc, [row, column]) {
  const [goalRow, goalColumn] = whereIs(desc, "G");
  const around = Object.entries(MOVES).map(([move, [down, right]]) => {
    const cell = desc[row + down]?.[column + right];
    return `${move.toLowerCase()} is ${cell === undefined ? "the edge" : TERRAIN[cell]}`;
  });
  const way = [distance(goalRow - row, "down", "up"), distance(goalColumn - column, "right", "left")];
  const goal = way.filter((part) => part !== null).join(" and ");
  return `I stand in row ${row + 1}, column ${column + 1}. Around me ${around.join(", ")}. The goal is ${goal}.`;
}

/** The same game; every turn keeps its move. */
export function thoughtAloud(game) {
  const turns = game.turns.map((turn, index) => {
    const messages = turn.messages.map(({ role, content }) => {
      if (role !== "system") return { role, content };
      return { role, content: content.replace("Reply with <answer>Move</answer>.", ASKED) };
    });
    const said = turn.action.text.match(/<answer>(.*?)<\/answer>/s)?.[1] ?? "Down";
    const text = `${thought(game.instance.desc, turn.snapshot.position)} <answer>${said}</answer>`;
    if (index === 0 && !messages[0].content.includes(ASKED)) throw new Error("a game's rules are not as expected");
    return { ...turn, messages, action: { text } };
  });
  return { ...game, turns };
}
