import { randomUUID } from "node:crypto";
import type { RequestListener } from "node:http";
import express, { type Express } from "express";
import { payAt, returnAddress, sessionOf } from "../buyer-at-bank.ts";

/** Sends a form, and stays where the answer is. */
type Post = (path: string, fields: Record<string, string>) => Promise<Response>;

/**
 * A shop with one more address, `/placed-order?lang=es&mode=redirect`: it makes an order as the shop's own pages do, from
 * the shelf by way of the cart, and leads its buyer to the checkout.
 * - `goods=cafe,miel` is what is ordered. Default: `cafe`.
 * - `cart` leads to the filled cart instead.
 * - `cards=4761340000001512,4761340000000050` makes an order for each card and pays it with the requests of a browser;
 *   leads to where the bank sends the buyer of the last.
 * @param publicUrl the shop as browsers see it
 * @param bankUrl where this process reaches the bank
 */
export function withPlacedOrders(shop: RequestListener, publicUrl: string, bankUrl: string): Express {
  const app = express();
  app.get("/placed-order", async ({ query, socket }, response) => {
    const lang = query.lang === "en" ? "en" : "es";
    const mode = query.mode === "redirect" ? "?mode=redirect" : "";
    const goods = listOf(query.goods) ?? ["cafe"];
    let cookies: string[] = [];
    const post: Post = async (path, fields) => {
      const answer = await fetch(`http://127.0.0.1:${socket.localPort}${path}`, {
        method: "POST",
        headers: { cookie: cookies.map((cookie) => cookie.split(";", 1)[0]).join("; "), origin: publicUrl },
        body: new URLSearchParams(fields),
        redirect: "manual",
      });
      if (cookies.length === 0) cookies = answer.headers.getSetCookie();
      return answer;
    };
    let next = "/cart";
    for (const card of listOf(query.cards) ?? [undefined]) {
      for (const good of goods) await post(`/cart?lang=${lang}`, { good, change: "add" });
      if (query.cart !== undefined) break;
      const placed = await post("/orders", { email: "ana@ejemplo.do", phone: "8095550123" });
      next = placed.headers.get("location") + mode;
      if (card !== undefined) next = await pay(post, publicUrl, bankUrl, { card, lang, checkout: next });
    }
    response.append("Set-Cookie", cookies).redirect(303, next);
  });
  return app.use(shop);
}

/** Pays an order in the tab of its checkout. Answers where the bank's page sends the browser, as its form does. */
async function pay(
  post: Post,
  publicUrl: string,
  bankUrl: string,
  { card, lang, checkout }: { card: string; lang: string; checkout: string },
): Promise<string> {
  const order = new URL(checkout, publicUrl).pathname.slice("/checkout/".length);
  const launch = await post("/payments/attempts", { order, attempt: randomUUID(), lang, returnTo: checkout });
  const SESSION = sessionOf(await launch.text());
  if (SESSION === undefined) throw new Error(`the order was not launched (status ${launch.status})`);
  const address = returnAddress(await (await payAt(bankUrl, SESSION, card)).text());
  if (address === undefined) throw new Error("the bank's page has no return form");
  const back = await post(address.slice(publicUrl.length), { Description: "Transaction Received" });
  return back.headers.get("location") ?? checkout;
}

const listOf = (value: unknown): string[] | undefined => (typeof value === "string" ? value.split(",") : undefined);
