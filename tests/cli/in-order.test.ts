import { describe, expect, it } from "vitest";
import { mapInOrder } from "../../src/cli/in-order.js";

async function* numbers(count: number): AsyncGenerator<number> {
  for (let number = 0; number < count; number += 1) yield number;
}

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const item of items) found.push(item);
  return found;
}

describe("mapInOrder", () => {
  it("gives results in the order of the items, with no more under way than allowed", async () => {
    const settle: (() => void)[] = [];
    let underWay = 0;
    let most = 0;
    const work = (item: number): Promise<number> => {
      underWay += 1;
      most = Math.max(most, underWay);
      return new Promise((resolve) => {
        settle.push(() => {
          underWay -= 1;
          resolve(item * item);
        });
        // The newest ends first.
        queueMicrotask(() => queueMicrotask(() => settle.pop()?.()));
      });
    };
    expect(await collect(mapInOrder(numbers(7), 3, work))).toEqual([0, 1, 4, 9, 16, 25, 36]);
    expect(most).toBeLessThanOrEqual(3);
  });

  it("throws the first failure, and starts nothing after it", async () => {
    const started: number[] = [];
    const work = async (item: number): Promise<number> => {
      started.push(item);
      if (item === 2) throw new Error("two");
      return item;
    };
    await expect(collect(mapInOrder(numbers(50), 2, work))).rejects.toThrow("two");
    expect(started.length).toBeLessThanOrEqual(4);
  });
});
