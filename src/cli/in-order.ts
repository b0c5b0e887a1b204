/**
 * Works on up to `concurrency` items at once and gives the results in the order of the items. At the first failure it
 * throws, and takes no further item.
 */
export async function* mapInOrder<T, R>(
  items: AsyncIterable<T>,
  concurrency: number,
  work: (item: T) => Promise<R>,
): AsyncGenerator<R> {
  const started: Promise<R>[] = [];
  for await (const item of items) {
    const result = work(item);
    // Awaited below in its turn; until then a failure must not count as unhandled.
    result.catch(() => {});
    started.push(result);
    if (started.length >= concurrency) yield await (started.shift() as Promise<R>);
  }
  for (const result of started) yield await result;
}
