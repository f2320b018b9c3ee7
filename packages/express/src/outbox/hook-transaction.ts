import { overError } from "../stores/open-delivery.ts";
import { isInUse } from "../stores/outside-transactions.ts";
import type { Delivery } from "../stores/store.ts";

/**
 * How long a hook's transaction stays open at most. The lease is not renewed meanwhile, and still holds when the
 * transaction is undone: when one begins, the lease has at least 25 s left, unless renewals have just failed.
 */
const maxOpenMs = 15_000;

/** Why it is undone after so many milliseconds. */
const tooLong = (ms: number): Error =>
  new Error(
    `transaction: open for more than ${ms / 1000} s, its writes are undone: do what takes long before its first statement`,
  );

/**
 * Makes the transaction of a hook. It begins with the first statement: a hook that does not use it holds no lock. After
 * its end no statement can begin another one.
 * @param open begins it in the store; `undefined` when the lease was lost
 * @param onTooLong called when it was undone because it was open for too long
 */
export function makeHookTransaction(open: () => Promise<Delivery | undefined>, onTooLong: (reason: Error) => void) {
  let begun: Promise<Delivery> | undefined;
  let isOpen = false;
  let hasEnded = false;
  let undone: Error | undefined;
  let timer: NodeJS.Timeout | undefined;

  async function begin(): Promise<Delivery> {
    const delivery = await open();
    if (!delivery) throw new Error("the lease on this event was lost: another process delivers it");
    if (hasEnded) return delivery;
    isOpen = true;
    const ms = Math.min(maxOpenMs, delivery.maxOpenMs ?? maxOpenMs);
    const reason = tooLong(ms);
    timer = setTimeout(() => void undo(reason).then(() => onTooLong(reason)), ms).unref();
    return delivery;
  }

  async function undo(reason?: Error): Promise<void> {
    hasEnded = true;
    clearTimeout(timer);
    undone ??= reason;
    const delivery = await begun?.catch(() => undefined);
    await delivery?.rollback().catch(() => {});
    isOpen = false;
  }

  async function run<Row>(text: string, values?: readonly unknown[]): Promise<{ rows: Row[] }> {
    if (hasEnded) throw undone ?? overError();
    begun ??= begin();
    return (await begun).query(text, values);
  }

  return {
    query<Row>(text: string, values?: readonly unknown[]) {
      const answer = run<Row>(text, values);
      // A hook may not wait for an answer: its failure fails the commit, and must not end the process.
      answer.catch(() => {});
      return answer;
    },
    /** Whether the transaction has begun and not ended. */
    isOpen: () => isOpen,
    /** Runs the hook: the methods that it calls know of the transaction. */
    runHook: <T>(hook: () => T): T => isInUse.run(() => begun !== undefined && !hasEnded, hook),
    /** Returns whether a transaction was committed: then the event is delivered. Throws when it was undone. */
    async commit(): Promise<boolean> {
      hasEnded = true;
      clearTimeout(timer);
      if (begun === undefined) return false;
      if (undone) throw undone;
      await (await begun).commit();
      isOpen = false;
      return true;
    },
    /** Undoes what was written. Further statements of the hook fail, and so does a commit, with the reason if given. */
    undo,
  };
}

export type HookTransaction = ReturnType<typeof makeHookTransaction>;
