import assert from "node:assert/strict";
import { cards } from "../express/shop.ts";

/** A buyer with a browser's cookies, at a shop whose page holds the tag. */
export interface Visitor {
  /** The order of the page that the buyer has opened. */
  order: string;
  /** Sends a request with the shop's cookies, from its page. */
  fetch(path: string, init?: RequestInit): Promise<Response>;
  /** Pays with an approved card, and comes back as the bank sends them: by a POST from another site, without cookies. */
  pays(): Promise<void>;
}

/**
 * @param pages the page that the buyer opens
 * @param router address of the router
 * @param bank address of the sandbox
 */
export async function visit(pages: string, router: string, bank: string): Promise<Visitor> {
  const cookies = new Map<string, string>();
  const remember = (answer: Response): Response => {
    for (const line of answer.headers.getSetCookie()) {
      const [name = "", value = ""] = (line.split(";")[0] ?? "").split("=");
      cookies.set(name, value);
    }
    return answer;
  };
  const send = async (address: string, init: RequestInit = {}, own = true): Promise<Response> => {
    const headers = new Headers(init.headers);
    if (own) headers.set("Cookie", [...cookies].map(([name, value]) => `${name}=${value}`).join("; "));
    const answer = await fetch(address, { ...init, redirect: "manual", headers });
    return own ? remember(answer) : answer;
  };
  const post = (address: string, fields: Record<string, string>, headers: Record<string, string>, own: boolean) =>
    send(address, { method: "POST", body: new URLSearchParams(fields), headers }, own);

  const page = await (await send(pages)).text();
  const order = /order="([^"]+)"/.exec(page)?.[1] ?? "";
  assert.notEqual(order, "", `the page has no tag: ${page}`);

  return {
    order,
    fetch: (path, init) => send(new URL(path, pages).href, init),
    async pays() {
      const fields = { order, attempt: crypto.randomUUID(), lang: "es" };
      const launch = await post(`${router}/attempts`, fields, { Origin: new URL(pages).origin }, true);
      const form = await launch.text();
      assert.equal(launch.status, 200, form);
      const SESSION = /name="SESSION" value="([^"]+)"/.exec(form)?.[1] ?? "";
      const opened = await post(`${bank}/authorize`, { SESSION }, {}, false);
      const bankPage = new URL(opened.headers.get("location") ?? "", bank).href;
      const card = { action: "pay", number: cards.approved, expiry: "11/49", cvv: "123" };
      const paid = await post(bankPage, card, {}, false);
      const receipt = await (await send(new URL(paid.headers.get("location") ?? "", bankPage).href, {}, false)).text();
      const back = /action="([^"]+\/return\/[^"]+)"/.exec(receipt)?.[1] ?? "";
      const returned = await post(back, { SESSION }, { Origin: "null", "Sec-Fetch-Site": "cross-site" }, false);
      assert.deepEqual([returned.status, returned.headers.getSetCookie()], [303, []]);
    },
  };
}
