import type { Sandbox } from "@ventanilla/sandbox";
import { pathBack, payAt, sessionOf } from "../buyer-at-bank.ts";
import type { ShopChild } from "./shop-child.ts";

/** Too long for the bank: the shop's processes have to keep the order's reference. */
export const orderId = "0b5f6a54-93c1-4a63-8d3c-6f6d8f0f6c11";

/** A buyer of that order. */
export interface Buyer {
  /** Launches, and gets a page with SESSION; `false` when the shop refuses (409). */
  launch(): Promise<boolean>;
  /** Pays on the bank's page, or presses cancel; the way back is kept. */
  pay(card: string): Promise<void>;
  /** Sends the bank's return form. */
  comeBack(): Promise<void>;
}

/** Where the buyer meets shop and bank. */
export interface Place {
  bank: Sandbox;
  child: Pick<ShopChild, "unlessDead">;
  mount: string;
}

/** @param place read again at each step: its shop may be another process by then */
export function makeBuyer(place: Place): Buyer {
  let SESSION: string | undefined;
  let back = "";
  const post = (address: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
    fetch(address, { method: "POST", body: new URLSearchParams(fields), redirect: "manual", headers });

  return {
    async launch() {
      const { mount, child } = place;
      const fields = { order: orderId, attempt: crypto.randomUUID(), lang: "es" };
      const page = await child.unlessDead(
        post(`${mount}/attempts`, fields, { Origin: new URL(mount).origin }).then(async (answer) => ({
          status: answer.status,
          text: await answer.text(),
        })),
      );
      SESSION = sessionOf(page.text);
      if (SESSION === undefined && page.status !== 409) throw new Error(`a launch was answered ${page.status}`);
      return SESSION !== undefined;
    },
    async pay(card) {
      const receipt = await payAt(place.bank.url, SESSION ?? "", card);
      back = pathBack(await receipt.text()) ?? "";
      if (back === "") throw new Error("the bank's page has no way back");
    },
    async comeBack() {
      const answer = await place.child.unlessDead(post(`${place.mount}${back}`, { SESSION: "0" }));
      if (answer.status !== 303) throw new Error(`a return was answered ${answer.status}`);
    },
  };
}
