import { createHash } from "node:crypto";
import type { Batch } from "@ventanilla/client";
import { countedAmount, sumGivenBack } from "../../attempt/approval.ts";
import type { Attempt } from "../../attempt/attempt.ts";
import { isWithin } from "../give-back/owed.ts";
import type { Return } from "../give-back/returns.ts";

/** What an approved payment comes to, as a text. */
export const countedText = (attempt: Attempt): string =>
  `${attempt.id} ${countedAmount(attempt).minor} ${sumGivenBack(attempt)}`;

/**
 * All that a comparison of a batch depends on here, as how much it is and a hash of it. While it stays, the comparison is of
 * what is here: also where something was recorded while the comparison ran.
 * @param counted the {@link countedText} of its payments, the earliest first
 * @param returns what went back in the batch, and maybe around it
 */
export function basisOf(batch: Batch, counted: readonly string[], returns: readonly Return[]): string {
  const within = returns.filter(({ at }) => isWithin(batch, at)).map(({ key, amount }) => `${key} ${amount.minor}`);
  const all = [...counted, ...within.toSorted()];
  const hash = createHash("sha256").update(all.join("\n")).digest("base64url");
  return `${all.length}-${hash.slice(0, 22)}`;
}

/**
 * Whether a comparison is of what is here.
 * @param compared its basis
 * @param here the basis of now: of less than was compared, the rest was pruned since
 */
export const isOfNow = (compared: string, here: string): boolean =>
  compared === here || Number.parseInt(here, 10) < Number.parseInt(compared, 10);
