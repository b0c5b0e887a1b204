import { mean, quantileSorted } from "simple-statistics";
import type { NllActionRow } from "../core/rows.js";
import type { NllQuantiles } from "./report-data.js";

const LEVELS = [0.05, 0.25, 0.5, 0.75, 0.95];

/** Gathers NLL of saved actions by who said and who scores them; actions of infinite NLL are left out. */
export function nllQuantiles(): { add(row: NllActionRow): void; groups(): readonly NllQuantiles[] } {
  const groups = new Map<string, { readonly source: string; readonly scoredBy: string; readonly nats: number[] }>();
  return {
    add({ source_policy: source, scored_by: scoredBy, nll_nats }) {
      if (nll_nats === null) return;
      const key = JSON.stringify([source, scoredBy]);
      const group = groups.get(key) ?? { source, scoredBy, nats: [] };
      group.nats.push(nll_nats);
      groups.set(key, group);
    },
    groups: () =>
      [...groups.values()].map(({ source, scoredBy, nats }) => {
        const sorted = nats.sort((a, b) => a - b);
        const quantiles = LEVELS.map((level) => quantileSorted(sorted, level));
        return { source, scoredBy, actions: sorted.length, quantiles, mean: mean(sorted) };
      }),
  };
}
