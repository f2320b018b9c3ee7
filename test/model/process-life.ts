import type { Store } from "@ventanilla/express";

/** Where in a call of the store a process dies: before it reached the database, or after, and before it heard of it. */
export type Moment = "before" | "after";

/** The life of a process, as its store sees it: after its death nothing that it does has an effect. */
export interface Life {
  /** The store for the process. */
  readonly store: Store;
  /** Aborted when it dies. */
  readonly signal: AbortSignal;
  /** Dies at its nth call of the store from now on, 0 being the next. */
  dieAt(call: number, moment: Moment): void;
  die(): void;
  /** Resolves when no call of the store is under way. */
  quiet(): Promise<void>;
  /** Makes the calls of the dead process fail, so that code that waits for them ends. */
  failPendingCalls(): void;
}

/** The result of a call, reported as soon as the database has answered. */
export type Saw = <Name extends keyof Store>(
  name: Name,
  values: Parameters<Store[Name]>,
  result: Awaited<ReturnType<Store[Name]>>,
  /** The value of `begins` when the call began. */
  after: number,
) => void;

/** Begins the life of a process on a store. */
export function beginLife(store: Store, saw: Saw, begins: () => number): Life {
  const death = new AbortController();
  const pending: ((error: Error) => void)[] = [];
  let plan: { call: number; moment: Moment } | undefined;
  let underWay = 0;
  let failsNow = false;

  const dead = new Error("this process is dead");
  const silence = (): Promise<never> =>
    failsNow ? Promise.reject(dead) : new Promise((_, reject) => pending.push(reject));

  async function call<Name extends keyof Store>(name: Name, values: Parameters<Store[Name]>): Promise<unknown> {
    if (death.signal.aborted) return silence();
    const last = plan?.call === 0 ? plan.moment : undefined;
    if (plan) plan.call--;
    if (last === "before") {
      death.abort();
      return silence();
    }
    underWay++;
    const after = begins();
    try {
      const method = store[name] as (...values: Parameters<Store[Name]>) => ReturnType<Store[Name]>;
      const result = await method(...values);
      saw(name, values, result, after);
      if (last === "after") death.abort();
      return death.signal.aborted ? await silence() : result;
    } finally {
      underWay--;
    }
  }

  const names = Object.keys(store) as (keyof Store)[];
  return {
    store: Object.fromEntries(
      names.map((name) => [name, (...values: Parameters<Store[typeof name]>) => call(name, values)]),
    ) as unknown as Store,
    signal: death.signal,
    dieAt: (at, moment) => (plan = { call: at, moment }),
    die: () => death.abort(),
    async quiet() {
      for (let still = 0; still < 2; still = underWay > 0 && !death.signal.aborted ? 0 : still + 1) {
        await new Promise((resolve) => setImmediate(resolve));
      }
    },
    failPendingCalls() {
      death.abort();
      failsNow = true;
      for (const reject of pending.splice(0)) reject(dead);
    },
  };
}
