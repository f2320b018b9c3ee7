import { orderLabel } from "../console-lines.ts";
import { type Warning, warningAbout } from "../warning.ts";
import type { Ledger } from "./ledger.ts";
import type { Purchase } from "./purchase.ts";

/**
 * The warning about a TransactionId that another open session of the merchant has: their results cannot be
 * distinguished by it. The bank accepts it anyway.
 */
export function transactionIdWarning(ledger: Ledger, purchase: Purchase): Warning[] {
  const { transactionId } = purchase;
  // Any other has a warning about its form, and is not repeated.
  if (!/^[0-9A-Za-z]{1,6}$/.test(transactionId)) return [];
  const holder = ledger.holderOf(purchase);
  if (holder === undefined) return [];
  const name = orderLabel(holder.purchase.order, holder.id);
  return [
    warningAbout(["TransactionId"], {
      es: `"TransactionId" ${transactionId} es el de otra sesión, ${name}: se esperaba uno que ninguna otra tenga`,
      en: `"TransactionId" ${transactionId} is that of another session, ${name}: expected one that no other session has`,
    }),
  ];
}
