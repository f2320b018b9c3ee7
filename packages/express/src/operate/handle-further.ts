import { ArgumentError } from "@ventanilla/client";
import type { Attempt, Handling } from "../attempt/attempt.ts";
import { record } from "../attempt/record.ts";
import type { Store } from "../stores/store.ts";
import { attemptToRule, checkAttemptId, checkStatement, ResolveError } from "./resolve.ts";

/**
 * Records, once, what a person did about a further payment of an order that was paid: the order stays paid, and the
 * payment needs nobody any more.
 * @param handling what they did, who, and how it is known
 * @param seen the version of the attempt that the person was shown: no other is handled. Default: the latest
 * @throws ArgumentError naming the field that is malformed; ResolveError `not_found`, `wrong_state` or
 * `already_resolved`
 */
export async function handleFurther(
  store: Store,
  id: string,
  handling: Omit<Handling, "at">,
  seen?: number,
): Promise<Attempt> {
  checkAttemptId(id);
  if (typeof handling !== "object" || handling === null) {
    throw new ArgumentError("handling: expected { returned, reason, by }");
  }
  const { returned } = handling;
  if (typeof returned !== "boolean") throw new ArgumentError("returned: expected true or false");
  const statement = checkStatement(handling);
  const attempt = await attemptToRule(store, id);
  const event = { type: "handled", handling: { returned, ...statement, at: await store.now() }, seen } as const;
  const handled = await record(store, attempt, event);
  if (handled.change !== undefined) return handled.attempt;
  throw handled.attempt.facts.handled
    ? new ResolveError("already_resolved", "the further payment was already handled")
    : new ResolveError(
        "wrong_state",
        "the attempt has changed since it was shown, or is no further payment of an order that was paid",
      );
}
