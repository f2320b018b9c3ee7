/** Works through what is due, a bounded number at once. */
export interface Work {
  /**
   * Claims and works until nothing more is due, or until `enough` says so; then waits for what is under way.
   * @param claimed told of each claim that succeeds, long before the work on it may end
   */
  run(enough?: () => boolean, claimed?: () => void): Promise<void>;
  /** Claims what is due now, and waits for what is then under way: what it keeps back is the next run's. */
  once(): Promise<void>;
  /** How many were worked on since it was made. */
  finished(): number;
  /** Claims nothing more, and waits for what is under way. */
  close(): Promise<void>;
}

const noop = (): void => {};

/**
 * @param maxConcurrent how many at the same time, over all runs: one that hangs takes a place, and keeps nobody else waiting
 * @param claim gives what is due, `limit` at most
 * @param work must not reject
 */
export function makeWork<T>(
  maxConcurrent: number,
  claim: (limit: number) => Promise<T[]>,
  work: (item: T) => Promise<void>,
): Work {
  const underWay = new Set<Promise<void>>();
  let claiming: Promise<Promise<void>[]> | undefined;
  let next: Promise<Promise<void>[]> | undefined;
  let closed = false;
  let finished = 0;

  /** One claim at a time, or two would fill the same places; who comes meanwhile shares the claim after it. */
  function begin(): Promise<Promise<void>[]> {
    if (claiming === undefined) {
      claiming = fill().finally(() => {
        claiming = undefined;
      });
      return claiming;
    }
    next ??= claiming.then(beginNext, beginNext);
    return next;
  }

  function beginNext(): Promise<Promise<void>[]> {
    next = undefined;
    return begin();
  }

  async function fill(): Promise<Promise<void>[]> {
    const places = closed ? 0 : maxConcurrent - underWay.size;
    const items = places > 0 ? await claim(places) : [];
    return items.map((item) => {
      const task = work(item).finally(() => {
        finished++;
        underWay.delete(task);
      });
      underWay.add(task);
      return task;
    });
  }

  return {
    async run(enough = () => false, claimed = noop) {
      const own = new Set<Promise<void>>();
      for (;;) {
        const isOver = closed || enough();
        const begun = isOver ? [] : await begin();
        if (!isOver) claimed();
        for (const task of begun) {
          own.add(task);
          void task.then(() => own.delete(task));
        }
        if (own.size === 0) break;
        await Promise.race(own);
      }
      await Promise.all(underWay);
    },
    async once() {
      const begun = closed ? [] : await begin();
      await Promise.all([...begun, ...underWay]);
    },
    finished: () => finished,
    async close() {
      closed = true;
      await claiming?.then(noop, noop);
      await Promise.all(underWay);
    },
  };
}
