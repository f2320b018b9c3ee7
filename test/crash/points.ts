import { tracingChannel } from "node:diagnostics_channel";
import type { Delivery, Store } from "@ventanilla/express";

/** Counts what a process does that another could come in between, and kills it where it is told to. */
export interface Points {
  /** The names of the points passed so far, in order. */
  readonly passed: string[];
  /** Passes a point, or dies at it. */
  pass(name: string): void;
  /** Dies at the nth point from now on, 0 being the next. */
  dieAt(point: number): void;
}

/** @param dying told of the point that the process dies at, the last thing it does */
export function makePoints(dying: (name: string) => void): Points {
  const passed: string[] = [];
  let fatal = Number.POSITIVE_INFINITY;
  const points: Points = {
    passed,
    pass(name) {
      passed.push(name);
      if (passed.length - 1 !== fatal) return;
      dying(name);
      process.kill(process.pid, "SIGKILL");
    },
    dieAt: (point) => (fatal = passed.length + point),
  };
  // A call of the bank: it was sent and answered, and nobody here has heard the answer yet.
  for (const name of ["session", "submit", "query"]) {
    tracingChannel(`ventanilla:${name}`).asyncStart.subscribe(() => points.pass(`bank: ${name}`));
  }
  return points;
}

/** The store, with a point after each call, before its caller hears of it. */
export function withPoints(store: Store, { pass }: Points): Store {
  const after =
    (name: string, method: (...values: never[]) => Promise<unknown>) =>
    async (...values: never[]) => {
      const result = await method(...values);
      pass(name);
      return result;
    };
  const wrapped = (target: object, prefix: string) =>
    Object.fromEntries(
      Object.entries(target).map(([name, method]) => [name, after(`${prefix}${name}`, method as typeof store.now)]),
    );
  const methods = wrapped(store, "") as unknown as Store;
  return {
    ...methods,
    async openDelivery(event, fence) {
      const delivery = await methods.openDelivery(event, fence);
      return delivery && (wrapped(delivery, "transaction.") as unknown as Delivery);
    },
    // It leaves no trace, and whoever is killed after it might as well have been killed before.
    now: store.now,
    // These are the test's own.
    backlog: store.backlog,
    close: store.close,
  };
}
