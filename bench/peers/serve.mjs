// A peer's side of the conversation: a request a line on stdin, its answer a line on descriptor 3, one after the other
// or, with `atOnce`, as they come.
import { writeSync } from "node:fs";
import { createInterface } from "node:readline";

/** `open(settings)` gives an object with a method for each kind of request, and `about`. */
export function serve(open, { atOnce = false } = {}) {
  let engine = null;
  let last = Promise.resolve();
  async function answer({ id, kind, ...request }) {
    try {
      if (kind === "open") engine = await open(request);
      const value = kind === "open" ? { about: engine.about } : await engine[kind](request);
      write({ id, value });
    } catch (error) {
      write({ id, error: error instanceof Error ? error.stack : String(error) });
    }
  }
  const lines = createInterface({ input: process.stdin });
  lines.on("close", () => process.exit(0));
  lines.on("line", (line) => {
    const request = JSON.parse(line);
    if (request.kind === "close") process.exit(0);
    if (atOnce) answer(request);
    else last = last.then(() => answer(request));
  });
}

function write(message) {
  const bytes = Buffer.from(`${JSON.stringify(message)}\n`);
  for (let at = 0; at < bytes.length; ) at += writeSync(3, bytes, at);
}
