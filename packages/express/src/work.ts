/** Works through what is due, a bounded number at once. */
export interface Work {
  /** Claims and works until nothing more is due, or until `enough` says so. Answers how many it worked on. */
  run(enough?: () => boolean): Promise<number>;
  /** Claims nothing more, and waits for what is under way. */
  close(): Promise<void>;
}

/**
 * @param atOnce how many at the same time, over all runs: one that hangs takes a place, and keeps nobody else waiting
 * @param claim gives what is due, `limit` at the most
 * @param work must not reject
 */
export function makeWork<T>(
  atOnce: number,
  claim: (limit: number) => Promise<T[]>,
  work: (item: T) => Promise<void>,
): Work {
  const underWay = new Set<Promise<void>>();
  let closed = false;

  function begin(item: T, own: Set<Promise<void>>): void {
    const task = work(item).finally(() => {
      underWay.delete(task);
      own.delete(task);
    });
    underWay.add(task);
    own.add(task);
  }

  return {
    async run(enough = () => false) {
      const own = new Set<Promise<void>>();
      let count = 0;
      for (;;) {
        const room = closed || enough() ? 0 : atOnce - underWay.size;
        const items = room > 0 ? await claim(room) : [];
        count += items.length;
        for (const item of items) begin(item, own);
        if (own.size === 0) break;
        await Promise.race(own);
      }
      await Promise.all(underWay);
      return count;
    },
    async close() {
      closed = true;
      await Promise.all(underWay);
    },
  };
}
