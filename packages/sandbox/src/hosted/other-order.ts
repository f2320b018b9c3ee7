import { differs, shown } from "../reason.ts";
import { type Warning, warningAbout } from "../warning.ts";
import type { Ledger } from "./ledger.ts";
import type { Purchase } from "./purchase.ts";

/**
 * The warning about a confirmation (2240) that names another order than its pre-authorization. The contract (§3.4) does
 * not list the order among what a confirmation returns, so the bank settles it anyway.
 */
export function otherOrderWarning(ledger: Ledger, purchase: Purchase): Warning[] {
  const authorized = ledger.authorizedOrder(purchase);
  if (authorized === undefined || authorized === purchase.order) return [];
  const as = { es: "la preautorización", en: "the pre-authorization" };
  return [warningAbout(["OrdenID"], differs("OrdenID", shown(purchase.order), shown(authorized), as))];
}
