import type { Link } from "../link.ts";
import { type LinkState, stateOf, stockOf } from "../link-state.ts";
import { isFixedOnce } from "../order/order.ts";
import type { Ticket } from "../order/ticket.ts";
import type { KeptUse } from "../tables/uses.ts";
import type { Desk, LinkVisit } from "./visit.ts";

/** What a link's page has to say to this browser. */
export type Situation =
  /** The buyer is asked for what is missing. */
  | { kind: "form"; left: number }
  /** The tag: this browser has sent the form. */
  | { kind: "pay"; ticket: Ticket; use: KeptUse | undefined }
  /** This browser has paid; the use says so once `onPaid` has run. */
  | { kind: "paidHere"; use: KeptUse; mayPayAgain: boolean }
  /** Somebody else, or this buyer in another browser, is paying a link that can be paid once. */
  | { kind: "busy" }
  /** Others hold all that is left, which may be one. */
  | { kind: "held" | "heldLast" }
  /** A person has to find out whether it was charged: to this buyer, or to another. */
  | { kind: "review" | "reviewOfOther" }
  /** It is not to be paid now. `paid`: also where the router knows of it before `onPaid` has run; `at` is when. */
  | { kind: Exclude<LinkState, "open">; isUnderWay?: boolean; at?: number | undefined };

/** Finds what the page of a link says. Writes nothing: chats fetch pages for their previews. */
export async function situationOf(
  { database, uses, router }: Desk,
  { link, ticket, wished }: LinkVisit,
): Promise<Situation> {
  const now = await database.now();
  const state = stateOf(link, now);
  const order = ticket?.order ?? (isFixedOnce(link) ? link.code : undefined);
  const use = order === undefined ? undefined : await database.read(() => uses.find(order));
  const isOwn = ticket !== undefined && use?.browser === ticket.browser;
  const mayPayAgain = state === "open" && !isFixedOnce(link);
  if (mayPayAgain && wished.has("again")) return { kind: "form", left: await leftOf(link) };
  const decisive = use && (await router.findOrder(use.order)).decisive;
  if (use && (use.state === "paid" || decisive?.outcome === "approved"))
    return isOwn
      ? { kind: "paidHere", use, mayPayAgain }
      : { kind: "paid", at: use.payment?.settledAt ?? decisive?.settledAt };
  if (decisive?.outcome === "unknown") return { kind: isOwn ? "review" : "reviewOfOther" };
  if (state !== "open") return { kind: state, isUnderWay: decisive !== undefined && isOwn };
  if (decisive !== undefined && !isOwn && !wished.has("mine")) return { kind: "busy" };
  if (use?.state !== "begun" && (await leftOf(link)) <= 0)
    return { kind: stockOf(link) - link.paid.count === 1 ? "heldLast" : "held" };
  if (ticket === undefined || wished.has("change")) return { kind: "form", left: await leftOf(link) };
  return { kind: "pay", ticket, use };

  async function leftOf({ code }: Link): Promise<number> {
    const stock = stockOf(link);
    if (isFixedOnce(link) || stock === Number.POSITIVE_INFINITY) return stock;
    return stock - (await database.read(() => uses.taken(code)));
  }
}
