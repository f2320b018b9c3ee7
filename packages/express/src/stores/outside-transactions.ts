import { AsyncLocalStorage } from "node:async_hooks";
import { ArgumentError } from "@ventanilla/client";

/** In a hook: whether it has sent a statement through its transaction, and may send more. */
export const isInUse: AsyncLocalStorage<() => boolean> = new AsyncLocalStorage();

/**
 * Makes methods reject at once in a hook whose transaction is open. They write to the store by themselves: such a call
 * waits for the transaction, which waits for the hook, and is not undone with it.
 */
export function outsideTransactions<Methods extends Record<string, (...given: never[]) => Promise<unknown>>>(
  methods: Methods,
): Methods {
  const outside = Object.entries(methods).map(([name, method]) => [
    name,
    async (...given: never[]) => {
      if (!isInUse.getStore()?.()) return method(...given);
      throw new ArgumentError(
        `${name}(): called in a hook whose transaction is open, for which it would wait: call it before the first statement`,
      );
    },
  ]);
  return Object.fromEntries(outside) as Methods;
}
