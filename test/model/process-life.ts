import type { Plan, ShopStore, Store } from "@ventanilla/express/store";

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

/** Is told of each call as soon as the database has answered; `after` is the value of `begins` when the call began. */
export interface Observer {
  /** How many calls have ended. */
  begins(): number;
  /** A call that writes no attempt has ended. */
  sees<Name extends keyof ShopStore>(
    name: Name,
    values: Parameters<ShopStore[Name]>,
    result: Awaited<ReturnType<ShopStore[Name]>>,
  ): void;
  /** A plan was written. */
  wrote(plan: Plan, after: number): void;
}

/** Begins the life of a process on a store. */
export function beginLife(store: Store, observer: Observer): Life {
  const death = new AbortController();
  const pending: ((error: Error) => void)[] = [];
  let plan: { call: number; moment: Moment } | undefined;
  let underWay = 0;
  let failsNow = false;

  const dead = new Error("this process is dead");
  const silence = (): Promise<never> =>
    failsNow ? Promise.reject(dead) : new Promise((_, reject) => pending.push(reject));

  /** @param saw tells the observer what the call has done */
  async function call<T>(work: () => Promise<T>, saw: (result: T, after: number) => void): Promise<T> {
    if (death.signal.aborted) return silence();
    const last = plan?.call === 0 ? plan.moment : undefined;
    if (plan) plan.call--;
    if (last === "before") {
      death.abort();
      return silence();
    }
    underWay++;
    const after = observer.begins();
    try {
      const result = await work();
      saw(result, after);
      if (last === "after") death.abort();
      return death.signal.aborted ? await silence() : result;
    } finally {
      underWay--;
    }
  }

  type Method = (...values: unknown[]) => Promise<unknown>;
  const mortal = (target: object, saw: (name: string, values: unknown[], result: unknown) => void): object =>
    Object.fromEntries(
      Object.entries(target).map(([name, method]) => [
        name,
        (...values: unknown[]) =>
          call(
            () => (method as Method)(...values),
            (result) => saw(name, values, result),
          ),
      ]),
    );

  function mortalShop(scope: string): ShopStore {
    const shop = store.shop(scope);
    return {
      ...(mortal(shop, observer.sees as Parameters<typeof mortal>[1]) as ShopStore),
      inOrder(order, decide) {
        let planned: Plan = {};
        const deciding: typeof decide = (rows, now) => {
          const decision = decide(rows, now);
          planned = decision.plan ?? {};
          return decision;
        };
        return call(
          () => shop.inOrder(order, deciding),
          (_result, after) => observer.wrote(planned, after),
        );
      },
      update: (update) =>
        call(
          () => shop.update(update),
          (isWritten, after) => observer.wrote(isWritten ? { updates: [update] } : {}, after),
        ),
    };
  }

  return {
    store: { ...(mortal(store, () => {}) as Store), shop: mortalShop },
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
