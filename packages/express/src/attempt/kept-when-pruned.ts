import { approvedAmountOf, chargeOf, isPayer, returnsOf, standingOf } from "./approval.ts";
import type { Attempt } from "./attempt.ts";

/** In place of what the staff wrote. */
const unsaid = { reason: "-", by: "-" };

/**
 * What a store keeps of the attempts of an order when it is pruned, so that the order stays paid: the charge that pays it,
 * with how much was approved and went back, without what is known of the buyer, the card and the bank's answer.
 * @param attempts all attempts of the order
 * @returns the attempt, for `attemptsOf` and `inOrder`; `undefined` when the order was not paid
 * @example
 * const kept = keptWhenPruned(await shop.attemptsOf("A-1"));
 */
export function keptWhenPruned(attempts: readonly Attempt[]): Attempt | undefined {
  const payer = attempts.find(isPayer);
  if (payer === undefined) return undefined;
  const charge = chargeOf(standingOf(attempts) ?? payer, attempts);
  const { language, mode, settledAt, resolution: { at = 0, approvedAmount } = {} } = charge.facts;
  const givenBack = returnsOf(charge).map(({ amount, recordedAt, ...part }) => {
    const { on = new Date(part.at).toISOString().slice(0, 10) } = part;
    return { amount, on, at: part.at, recordedAt, ...unsaid };
  });
  return {
    ...charge,
    facts: {
      language,
      mode,
      ...(settledAt !== undefined && { settledAt }),
      ...(approvedAmount && { resolution: { paid: true, approvedAmount, at, ...unsaid } }),
      // A part of which nobody has said how much.
      ...(approvedAmountOf(charge) === undefined && { verdict: { code: charge.facts.verdict?.code ?? "" } }),
      ...(givenBack.length > 0 && { givenBack }),
    },
  };
}
