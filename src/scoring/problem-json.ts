const NUMBER = /-?(?:0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?/y;
const WORDS: readonly (readonly [string, unknown])[] = [
  ["null", null],
  ["true", true],
  ["false", false],
  ["NaN", Number.NaN],
  ["Infinity", Number.POSITIVE_INFINITY],
  ["-Infinity", Number.NEGATIVE_INFINITY],
];
const BLANK = /[ \t\n\r]*/y;
/** A program may return lists nested without end; the data set's nest a few deep. */
const MOST_DEPTH = 500;

/**
 * JSON as Python's `json` reads and writes it: integers stay exact (bigint beyond 2^53), and NaN and the infinities are
 * values. Throws a SyntaxError.
 */
export function parseJsonExactly(text: string): unknown {
  let at = 0;
  const skip = () => {
    BLANK.lastIndex = at;
    BLANK.test(text);
    at = BLANK.lastIndex;
  };
  const fail = (): never => {
    throw new SyntaxError(at < text.length ? `unexpected ${JSON.stringify(text[at])} at ${at}` : "unexpected end");
  };
  const take = (character: string) => {
    skip();
    if (text[at] !== character) return false;
    at += 1;
    return true;
  };
  const match = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (found) at += found[0].length;
    return found;
  };
  const string = (): string => {
    if (!take('"')) return fail();
    const from = at - 1;
    for (let close = text.indexOf('"', at); close !== -1; close = text.indexOf('"', close + 1)) {
      let slash = close;
      while (text[slash - 1] === "\\") slash -= 1;
      if ((close - slash) % 2 === 1) continue;
      at = close + 1;
      return JSON.parse(text.slice(from, at));
    }
    at = text.length;
    return fail();
  };
  const items = (close: string, item: () => void) => {
    if (take(close)) return;
    do item();
    while (take(","));
    if (!take(close)) fail();
  };
  const value = (depth: number): unknown => {
    if (depth > MOST_DEPTH) throw new SyntaxError(`nested deeper than ${MOST_DEPTH}`);
    skip();
    if (text[at] === '"') return string();
    if (take("[")) {
      const list: unknown[] = [];
      items("]", () => list.push(value(depth + 1)));
      return list;
    }
    if (take("{")) {
      const entries: [string, unknown][] = [];
      items("}", () => {
        const key = string();
        if (!take(":")) fail();
        entries.push([key, value(depth + 1)]);
      });
      return Object.fromEntries(entries);
    }
    const number = match(NUMBER);
    if (number) return exactNumber(number[0], number[1] !== undefined || number[2] !== undefined);
    const word = WORDS.find(([name]) => text.startsWith(name, at));
    if (!word) return fail();
    at += word[0].length;
    return word[1];
  };
  const whole = value(0);
  skip();
  return at === text.length ? whole : fail();
}

function exactNumber(text: string, isFloat: boolean): number | bigint {
  const number = Number(text);
  return isFloat || Number.isSafeInteger(number) ? number : BigInt(text);
}

/** A value of `parseJsonExactly` as JSON. */
export function jsonText(value: unknown): string {
  if (typeof value === "bigint" || typeof value === "number") return String(value);
  if (Array.isArray(value)) return `[${value.map(jsonText).join(", ")}]`;
  if (typeof value === "object" && value !== null) {
    return `{${Object.entries(value)
      .map(([key, item]) => `${JSON.stringify(key)}: ${jsonText(item)}`)
      .join(", ")}}`;
  }
  return JSON.stringify(value) ?? "null";
}
