import { isPayer } from "./approval.ts";
import type { Attempt } from "./attempt.ts";

/**
 * What a store keeps of the attempts of an order when it is pruned, so that the order stays paid: the attempt that paid
 * it, without what is known of the buyer, the card and the bank's answer.
 * @param attempts all attempts of the order
 * @returns the attempt, for `attemptsOf` and `inOrder`; `undefined` when the order was not paid
 * @example
 * const kept = keptWhenPruned(await shop.attemptsOf("A-1"));
 */
export function keptWhenPruned(attempts: readonly Attempt[]): Attempt | undefined {
  const payer = attempts.find(isPayer);
  if (payer === undefined) return undefined;
  const { language, mode, settledAt } = payer.facts;
  return { ...payer, facts: { language, mode, ...(settledAt !== undefined && { settledAt }) } };
}
