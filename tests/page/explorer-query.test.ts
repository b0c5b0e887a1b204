import { expect, it } from "vitest";
import { explorerIndex } from "../../src/page/explorer-index.js";
import { type Query, queryStates } from "../../src/page/explorer-query.js";
import type { ExplorerPair, ExplorerState } from "../../src/report/report-data.js";
import { sampleRun } from "./sample-data.js";

const ALL: Query = { candidate: "rl", search: "", kind: "", outcome: "", order: "highest" };
const run = sampleRun();
const ids = (query: Partial<Query>): string[] =>
  queryStates(explorerIndex(run), { ...ALL, ...query }).map((state) => state.id);

it("orders by difference both ways, with states that have none at the end of both", () => {
  const [first, ...others] = run.explorer.shown as readonly [ExplorerState, ...ExplorerState[]];
  const without = { ...first, pairs: first.pairs.map((pair) => ({ ...pair, difference: null, candidateExact: null })) };
  const index = explorerIndex({ ...run, explorer: { shown: [without, ...others], total: 10 } });
  const order = (by: Query["order"]): string[] => queryStates(index, { ...ALL, order: by }).map((state) => state.id);
  // 0.4 − 0.2·turn + 0.0001·trajectory, 0.05 less at error states, which stand at turn 1.
  expect(order("highest")).toEqual([
    "t1:0",
    "t1:1",
    "t0:1",
    "t1:0!0",
    "t0:0!0",
    "t1:2",
    "t0:2",
    "t1:3",
    "t0:3",
    "t0:0",
  ]);
  expect(order("lowest")).toEqual(["t0:3", "t1:3", "t0:2", "t1:2", "t0:0!0", "t1:0!0", "t0:1", "t1:1", "t1:0", "t0:0"]);
});

it("orders ids with their numbers by value", () => {
  const shown = ["t10:0", "t9:10", "t9:9"].map((id) => ({ ...(run.explorer.shown[0] as ExplorerState), id }));
  const index = explorerIndex({ ...run, explorer: { shown, total: 3 } });
  expect(queryStates(index, { ...ALL, order: "id" }).map((state) => state.id)).toEqual(["t9:9", "t9:10", "t10:0"]);
});

it("searches ids, messages, what was said and what was injected, whatever the case", () => {
  expect(ids({ search: "T1:0!" })).toEqual(["t1:0!0"]);
  expect(ids({ search: "turns left: 1" })).toEqual(["t1:3", "t0:3"]);
  expect(ids({ search: "PRINT(*A)" })).toEqual(["t1:0", "t0:0"]);
  expect(ids({ search: "fly" })).toHaveLength(10);
  expect(ids({ search: "nowhere" })).toEqual([]);
});

it("searches what a row shows: turn, stage, kind, outcome and difference", () => {
  expect(ids({ search: "turn 3" })).toEqual(["t1:3", "t0:3"]);
  expect(ids({ search: "late" })).toEqual(["t1:2", "t0:2", "t1:3", "t0:3"]);
  expect(ids({ search: "Error" })).toEqual(["t1:0!0", "t0:0!0"]);
  // It stands at turn 1: what went wrong there was done at turn 0.
  expect(ids({ search: "error after turn 0" })).toEqual(["t1:0!0", "t0:0!0"]);
  expect(ids({ search: "loss" })).toEqual(["t1:3", "t0:3"]);
  // −0.1999 is printed as −0.200; keyboards have another minus.
  expect(ids({ search: "-0.200 exact" })).toEqual(["t1:3", "t0:3"]);
  expect(ids({ search: "−0.200 exact" })).toEqual(["t1:3", "t0:3"]);
});

it("filters by kind and outcome together", () => {
  expect(ids({ kind: "on_trajectory", outcome: "win" })).toEqual(["t1:0", "t0:0", "t1:1", "t0:1", "t1:2"]);
  expect(ids({ kind: "error", outcome: "loss" })).toEqual([]);
  expect(ids({ candidate: "another", outcome: "win" })).toEqual([]);
});

it("goes by the exact qualities where both are known, by the draws where one is not", () => {
  const shape = run.explorer.shown[0] as ExplorerState;
  const stateOf = (id: string, baselineExact: number | null, candidateExact: number | null): ExplorerState => ({
    ...shape,
    id,
    pairs: [{ ...(shape.pairs[0] as ExplorerPair), difference: 0.3, outcome: "win", baselineExact, candidateExact }],
  });
  // Ties reach to 1e-6.
  const shown = [stateOf("drawn", null, 0.1), stateOf("worse", 0.5, 0.4), stateOf("equal", 0.5, 0.5 + 9e-7)];
  const index = explorerIndex({ ...run, explorer: { shown, total: 3 } });
  const found = (query: Partial<Query>): string[] => queryStates(index, { ...ALL, ...query }).map((state) => state.id);
  expect(found({})).toEqual(["drawn", "equal", "worse"]);
  expect(found({ outcome: "win" })).toEqual(["drawn"]);
  expect(found({ outcome: "tie" })).toEqual(["equal"]);
  expect(found({ outcome: "loss" })).toEqual(["worse"]);
  expect(found({ search: "exact" })).toEqual(["equal", "worse"]);
});

it("leaves the run's own order as it is", () => {
  const before = run.explorer.shown.map((state) => state.id);
  ids({ order: "lowest" });
  expect(run.explorer.shown.map((state) => state.id)).toEqual(before);
});
