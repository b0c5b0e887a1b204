import { listedOrder, naturalOrder } from "./natural-order.js";

const KEYS = [
  "all",
  "k",
  "stage",
  "turn",
  "kind",
  "contrast",
  "run",
  "change",
  "source",
  "scored_by",
  "success",
  "progress",
];
const WORDS = ["early", "middle", "late", "error", "parent", "true", "false"];

/**
 * Orders slices part by part (`kind=error,stage=late` has two): parts by their key, then by value, with stages in time,
 * true before false, policies as listed, turns by number. A slice comes before its own subdivisions.
 */
export function sliceOrder(policies: readonly string[]): (left: string, right: string) => number {
  const byKey = listedOrder(KEYS);
  const byValue = listedOrder([...policies, ...WORDS]);
  return (left, right) => {
    const a = left.split(",");
    const b = right.split(",");
    for (let index = 0; index < Math.min(a.length, b.length); index += 1) {
      const [oneKey = "", oneValue = ""] = (a[index] ?? "").split("=");
      const [otherKey = "", otherValue = ""] = (b[index] ?? "").split("=");
      const order = byKey(oneKey, otherKey) || byValue(oneValue, otherValue);
      if (order !== 0) return order;
    }
    return a.length - b.length || naturalOrder(left, right);
  };
}
