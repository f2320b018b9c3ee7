import { orderLabel } from "./console-lines.ts";
import type { Ledger } from "./ledger.ts";
import type { Purchase } from "./purchase.ts";
import { type Warning, warningAbout } from "./warning.ts";

/**
 * What is wrong with the TransactionId of a payment about to be made: another session that still lives has it, so that
 * results cannot be told apart by it. The bank takes it all the same.
 */
export function transactionIdWarning(ledger: Ledger, purchase: Purchase): Warning[] {
  const { transactionId } = purchase;
  // Any other is warned of for its form, and is not repeated.
  if (!/^[0-9A-Za-z]{1,6}$/.test(transactionId)) return [];
  const holder = ledger.holderOf(purchase);
  if (holder === undefined) return [];
  const name = orderLabel(holder.purchase.order, holder.id);
  return [
    warningAbout(
      ["TransactionId"],
      `"TransactionId" ${transactionId} is that of another session, ${name}: expected one unlike every other in use`,
    ),
  ];
}
