import type { RecentMap } from "@ventanilla/web";
import { decisiveAttempt } from "../attempt/order-view.ts";
import type { ShopStore } from "../stores/store.ts";
import type { LaunchPage } from "./launch-page.ts";
import type { ContactRefusal, Refusal } from "./texts.ts";

/** A launch that was refused before an attempt was written, and from where its page continues. */
export interface RefusedLaunch extends Pick<LaunchPage, "mode" | "origin"> {
  /** The order's id, as the page sent it. */
  order: string;
  reason: Refusal;
}

/**
 * The launches that this process has refused, by the id that the page gave to its attempt. They are in memory: anyone
 * may post a form, which must not add a row to the store.
 */
export type RefusedLaunches = RecentMap<RefusedLaunch>;

/** Whether the buyer has to correct their contact. */
export const isAboutContact = (reason: string): reason is ContactRefusal =>
  reason === "wrong_email" || reason === "wrong_mobile" || reason === "wrong_contact";

/**
 * Whether another attempt at the order may charge it. `false` for any other reason: a visitor who is told that there is
 * no such order must not learn more.
 */
export async function isOrderInDoubt(
  { order, reason }: RefusedLaunch,
  store: Pick<ShopStore, "attemptsOf">,
): Promise<boolean> {
  if (reason !== "shop_failed" && reason !== "too_many" && !isAboutContact(reason)) return false;
  return decisiveAttempt(await store.attemptsOf(order)) !== undefined;
}
