import type { HttpRequest } from "../http/request.ts";
import type { Ledger } from "./ledger.ts";
import { type Purchase, readPurchase } from "./purchase.ts";

/**
 * Where a page without a payment can send the buyer back to: the store of the session that the request names, the
 * addresses in its form, or the origin that it came from. Undefined when none is known.
 *
 * @param form the fields of a posted form
 */
export function backLink(ledger: Ledger, request: HttpRequest, form?: URLSearchParams): string | undefined {
  const page = request.query.get("s") ?? form?.get("SESSION") ?? "";
  const purchase = ledger.findByPage(page)?.purchase ?? (form && readPurchase(Object.fromEntries(form)));
  return (purchase && storeAddress(purchase)) ?? originOf(request);
}

/** The address for a buyer who has not paid: CancelUrl, or ReturnUrl where the store gave no CancelUrl. */
export function storeAddress({ cancelUrl, returnUrl }: Purchase): string | undefined {
  return cancelUrl ?? returnUrl;
}

function originOf({ headers: { origin, referer, host } }: HttpRequest): string | undefined {
  const from = URL.parse(origin ?? "") ?? URL.parse(referer ?? "");
  if (from === null || from.host === host) return undefined;
  return /^https?:$/.test(from.protocol) ? `${from.origin}/` : undefined;
}
