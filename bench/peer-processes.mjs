// Peers run in processes of their own, which stay up: requests are lines of JSON, one trajectory each, handed to
// whichever process has room.
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

const peers = new URL("./peers/", import.meta.url).pathname;

function start({ file, environment, preload }, python) {
  const options = { cwd: peers, env: { ...process.env, ...environment }, stdio: ["pipe", "ignore", "pipe", "pipe"] };
  if (file.endsWith(".py")) return spawn(python, [file], options);
  const before = preload === undefined ? [] : ["--import", new URL(preload, import.meta.url).href];
  return spawn(process.execPath, [...before, file], options);
}

function openProcess(arm, python) {
  const { file } = arm;
  const child = start(arm, python);
  const asked = new Map();
  let heard = "";
  let ids = 0;
  child.stderr.on("data", (data) => {
    heard = `${heard}${data}`.slice(-4000);
  });
  createInterface({ input: child.stdio[3] }).on("line", (line) => {
    const { id, value, error } = JSON.parse(line);
    const { resolve, reject } = asked.get(id);
    asked.delete(id);
    if (error === undefined) resolve(value);
    else reject(new Error(`${file}: ${error}`));
  });
  child.on("exit", (code) => {
    for (const { reject } of asked.values()) reject(new Error(`${file} ended with code ${code}\n${heard}`));
  });
  return {
    ask(kind, request) {
      ids += 1;
      const id = ids;
      return new Promise((resolve, reject) => {
        asked.set(id, { resolve, reject });
        child.stdin.write(`${JSON.stringify({ id, kind, ...request })}\n`);
      });
    },
    close() {
      child.stdin.write(`${JSON.stringify({ id: 0, kind: "close" })}\n`);
      child.stdin.end();
    },
  };
}

/**
 * @param arm `file` of the peer, how many `processes`, how many requests each takes `atOnce`, its own `settings`, what it
 * needs in its `environment`, and a module to `preload` into its threads
 */
export async function openPeer(arm, { workload, python }) {
  const { processes = 1, atOnce = 1, settings } = arm;
  const all = Array.from({ length: processes }, () => openProcess(arm, python));
  const opened = await Promise.all(all.map((one) => one.ask("open", { workload, ...settings })));

  /** Answers in the order of the requests. */
  async function each(kind, requests) {
    const queue = requests.entries();
    const answers = [];
    const taker = async (one) => {
      for (const [index, request] of queue) answers[index] = await one.ask(kind, request);
    };
    await Promise.all(all.flatMap((one) => Array.from({ length: atOnce }, () => taker(one))));
    return answers;
  }
  return {
    about: opened[0].about,
    each,
    close() {
      for (const one of all) one.close();
    },
  };
}
