import type { RecentMap } from "@ventanilla/web";
import type { Attempt } from "../attempt/attempt.ts";
import { awaitsResolution } from "../attempt/needs-person.ts";
import { decisiveAttempt } from "../attempt/order-view.ts";
import { isSafeToRetry } from "../attempt/outcome.ts";
import { isAttemptId } from "../attempt/rules.ts";
import type { ShopStore } from "../stores/store.ts";
import type { LaunchPage } from "./launch-page.ts";
import type { Refusal } from "./texts.ts";

/**
 * Why a launch was refused, and the attempt that was written for it, or that prevents it. Only with an attempt:
 * `ended_meanwhile`, and `asking_bank` while another session of the order may have been paid, and the bank does not say.
 */
export type LaunchRefusal =
  | { reason: Refusal; attempt?: undefined }
  | { reason: Refusal | "ended_meanwhile" | "asking_bank"; attempt: Attempt };

/** Ends a launch with a page that gives the buyer the reason. */
export class LaunchRefusedError extends Error {
  readonly refusal: LaunchRefusal;
  /** What the log says in place of the reason's own sentence. */
  readonly hint: string | undefined;

  constructor(refusal: LaunchRefusal, hint?: string) {
    super(refusal.reason);
    this.refusal = refusal;
    this.hint = hint;
  }
}

/** Why an attempt holds its order: a person has to look at it, or the bank is still asked. */
export function heldReason(attempt: Attempt): "in_review" | "asking_bank" {
  return awaitsResolution(attempt) || attempt.facts.captureOf !== undefined ? "in_review" : "asking_bank";
}

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

/** Why a buyer is refused whose order exists: another launch of it may have been answered. */
const mayFollow: readonly string[] = ["too_many", "wrong_email", "wrong_mobile", "wrong_contact"];

/** Whether the same launch may have been answered before, and its attempt paid: then the page must not say "not charged". */
export const mayBeRepeated = (reason: string): boolean => reason === "unknown_order" || mayFollow.includes(reason);

/**
 * Whether another attempt at the order may charge it. `false` for any other reason: a visitor who is told that there is
 * no such order must not learn more.
 */
export async function isOrderInDoubt({ order, reason }: RefusedLaunch, store: ShopStore): Promise<boolean> {
  if (reason !== "shop_failed" && !mayFollow.includes(reason)) return false;
  return decisiveAttempt(await store.attemptsOf(order)) !== undefined;
}

/**
 * Whether the buyer may have been charged: by the attempt of this launch or, with `order`, by any attempt at that
 * order. A launch that is sent again may already have been paid. `true` when the store fails, which proves nothing.
 * @param launch its id as the page has sent it
 */
export async function mayBeCharged(store: ShopStore, launch: string, order?: string): Promise<boolean> {
  try {
    const known = isAttemptId(launch) ? await store.findAttempt(launch) : undefined;
    if (known && !isSafeToRetry(known)) return true;
    return order !== undefined && decisiveAttempt(await store.attemptsOf(order)) !== undefined;
  } catch {
    return true;
  }
}
