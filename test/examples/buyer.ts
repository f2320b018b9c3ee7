import assert from "node:assert/strict";
import { payAt, returnAddress, sessionOf } from "../buyer-at-bank.ts";
import { cards } from "../shop.ts";

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
  const send = async (address: string, init: RequestInit = {}): Promise<Response> => {
    const headers = new Headers(init.headers);
    headers.set("Cookie", [...cookies].map(([name, value]) => `${name}=${value}`).join("; "));
    const answer = await fetch(address, { ...init, redirect: "manual", headers });
    for (const line of answer.headers.getSetCookie()) {
      const [name = "", value = ""] = (line.split(";")[0] ?? "").split("=");
      cookies.set(name, value);
    }
    return answer;
  };

  const page = await (await send(pages)).text();
  const order = /order="([^"]+)"/.exec(page)?.[1] ?? "";
  assert.notEqual(order, "", `the page has no tag: ${page}`);

  return {
    order,
    fetch: (path, init) => send(new URL(path, pages).href, init),
    async pays() {
      const fields = new URLSearchParams({ order, attempt: crypto.randomUUID(), lang: "es" });
      const origin = { Origin: new URL(pages).origin };
      const launch = await send(`${router}/attempts`, { method: "POST", body: fields, headers: origin });
      const form = await launch.text();
      assert.equal(launch.status, 200, form);
      const SESSION = sessionOf(form) ?? "";
      const back = returnAddress(await (await payAt(bank, SESSION, cards.approved)).text()) ?? "";
      const returned = await fetch(back, {
        method: "POST",
        body: new URLSearchParams({ SESSION }),
        redirect: "manual",
        headers: { Origin: "null", "Sec-Fetch-Site": "cross-site" },
      });
      assert.deepEqual([returned.status, returned.headers.getSetCookie()], [303, []]);
    },
  };
}
