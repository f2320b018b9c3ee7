import { cardForm, returnAddress, sessionOf } from "../buyer-at-bank.ts";

const post = (url: string, fields: Record<string, string>, options: RequestInit = {}) =>
  fetch(url, { method: "POST", body: new URLSearchParams(fields), ...options });

/** An order of a made shop, and the cookie of the browser that placed it. */
interface Placed {
  id: string;
  cookie: string;
}

/** Places an order in a made shop, as a browser does. */
async function placeOrder(origin: string): Promise<Placed> {
  const fields = { product: "coffee", email: "ana@example.com", phone: "8095550101" };
  const placed = await post(`${origin}/orders`, fields, { headers: { Origin: origin }, redirect: "manual" });
  const [, id = ""] = /^\/orders\/(.+)\/pay$/.exec(placed.headers.get("location") ?? "") ?? [];
  return { id, cookie: placed.headers.getSetCookie().join().split(";")[0] ?? "" };
}

/**
 * Pays an order with an approved card, and comes back.
 * @param order Default: a new one
 * @returns the order's page, once it says how the payment ended
 */
export async function buy(origin: string, order?: Placed): Promise<string> {
  const { id, cookie } = order ?? (await placeOrder(origin));
  const headers = { Origin: origin, Cookie: cookie };
  const launch = await (await post(`${origin}/payments/attempts`, { order: id }, { headers })).text();
  const SESSION = sessionOf(launch) ?? "";
  const page = await post(returnAddress(launch) ?? "", { SESSION });
  const answer = await post(page.url, cardForm("4761340000000050"));
  await post(returnAddress(await answer.text()) ?? "", { SESSION, Description: "Transaction Received" });
  return (await fetch(`${origin}/orders/${id}`, { headers: { Cookie: cookie } })).text();
}
