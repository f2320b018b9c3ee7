import type { IncomingMessage } from "node:http";
import type { Order } from "@ventanilla/express";
import type { Program } from "@ventanilla/express/sql";
import { isRange, taxWithin } from "../amounts.ts";
import { codeOfOrder } from "../code.ts";
import type { Link } from "../link.ts";
import { stateOf, stockOf } from "../link-state.ts";
import type { Parts } from "../parts.ts";
import type { Use } from "../tables/uses.ts";
import type { Holds } from "./holds.ts";
import { type Ticket, ticketIn } from "./ticket.ts";

/** The order of a use, as the router asks for it. Of one that has ended it needs the amount alone. */
export const orderOf = ({ order, description, amount, tax, buyer }: Use): Order => ({
  id: order,
  amount,
  tax,
  product: description,
  buyer: { email: buyer?.email ?? "", mobilePhone: buyer?.mobilePhone ?? "" },
});

/** What a browser would launch with its ticket. The shop's own contact of a customer counts before what was typed. */
export function useOf(link: Link, { order, browser, minor, email, mobilePhone }: Ticket): Use {
  const { amount: offered, code, customer, description, itbis } = link;
  const fixed = isRange(offered) ? offered.min : offered;
  const amount = minor === undefined ? fixed : { minor, currency: fixed.currency };
  const buyer = { email: customer.email ?? email, mobilePhone: customer.mobilePhone ?? mobilePhone };
  return { order, code, description, amount, tax: taxWithin(amount, itbis), browser, buyer };
}

/**
 * Begins a use, or goes on with one: `full` where others hold all that is left.
 * @param overAt the launch of another browser at this order of which nothing can be charged any more
 */
function* begin(
  { links, uses }: Parts,
  { code, ticket, now, overAt }: { code: string; ticket: Ticket; now: number; overAt: number | undefined },
): Program<Use | "full" | undefined> {
  const link = yield* links.lock(code);
  const known = yield* uses.lock(ticket.order);
  if (known?.state === "paid") return known;
  if (link === undefined || stateOf(link, now) !== "open") return undefined;
  const isHeld = known?.state === "begun";
  if (!isHeld && (yield* uses.taken(code)) >= stockOf(link)) return "full";
  // While a payment may be under way, its amount stays.
  const use = { ...useOf(link, ticket), ...(isHeld && { amount: known.amount, tax: known.tax }) };
  // Who joins another browser's payment is not the one who paid: the receipt is that one's.
  const isJoined = isHeld && known.browser !== ticket.browser && known.begunAt !== overAt;
  const kept = isJoined ? { ...use, browser: known.browser, buyer: known.buyer } : use;
  // And it stays begun when that one launched it: once nothing can be charged for that launch, the next one is its own.
  yield* uses.begin(kept, isJoined ? known.begunAt : now, known !== undefined);
  return use;
}

/**
 * Makes what the router asks when it has heard from the bank: whatever has become of the link, the token or its key since,
 * money that arrives is compared with what was agreed.
 */
export const makeAgreed =
  ({ database, links, uses }: Parts) =>
  async (id: string): Promise<Order | undefined> => {
    const use = await database.read(() => uses.find(id));
    if (use !== undefined) return orderOf(use);
    const link = codeOfOrder(id) === id ? await database.read(() => links.find(id)) : undefined;
    return link && isFixedOnce(link) ? orderOf(useOf(link, { order: id, browser: "" })) : undefined;
  };

/** Makes what the router asks for the order of a link that a browser names. */
export function makeOrder(
  parts: Parts,
  holds: Holds,
): (id: string, request: IncomingMessage) => Promise<Order | undefined> {
  const { database, links, uses, settings } = parts;

  async function launched(ticket: Ticket, code: string): Promise<Order | undefined> {
    const now = await database.now();
    const known = await database.read(() => uses.find(ticket.order));
    const isOthers = known?.state === "begun" && known.browser !== ticket.browser;
    const overAt = isOthers && (await holds.isOver(known, false)) ? known.begunAt : undefined;
    const attempt = () => database.transaction(() => begin(parts, { code, ticket, now, overAt }));
    let use = await attempt();
    if (use === "full" && (await holds.release(code))) use = await attempt();
    return use === "full" || use === undefined ? undefined : orderOf(use);
  }

  return async function order(id, request) {
    const code = codeOfOrder(id);
    if (code === undefined) return undefined;
    const ticket = ticketIn(request, settings, code);
    if (ticket?.order !== id) return undefined;
    if (request.method === "POST") return launched(ticket, code);
    const link = await database.read(() => links.find(code));
    return link && orderOf(useOf(link, ticket));
  };
}

/** Whether the link itself is the order: then the router lets it be paid once, whoever opens it. */
export const isFixedOnce = ({ amount, times }: Link): boolean => times === "once" && !isRange(amount);
