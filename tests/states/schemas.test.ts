import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { trajectorySchema } from "../../src/states/schemas.js";
import { frozenLake } from "../../src/tasks/frozenlake.js";
import { lineWith, soundLine } from "./lines.js";

const shipped: unknown = JSON.parse(
  readFileSync(new URL("../../schemas/frozenlake.schema.json", import.meta.url), "utf8"),
);

describe("schemas/frozenlake.schema.json", () => {
  it("is what the reader checks by", () => {
    expect(shipped).toStrictEqual(trajectorySchema(frozenLake));
  });

  it("is a JSON Schema of draft 2020-12 that holds for a sound line and not for a spoilt one", () => {
    const holds = new Ajv2020().compile(Object(shipped));
    expect(holds(soundLine())).toBe(true);
    expect(holds(JSON.parse(lineWith("turns[1].snapshot.position", "[0,1]")))).toBe(false);
    expect(holds(JSON.parse(lineWith("task", "sql")))).toBe(false);
  });
});
