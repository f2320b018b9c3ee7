import type { IncomingMessage } from "node:http";
import type { Order } from "@ventanilla/express";
import { DuplicateError, type Program } from "@ventanilla/express/sql";
import { expectThat } from "@ventanilla/web";
import { codeOfOrder } from "../code.ts";
import { type Link, stateOf, stockOf, taxWithin } from "../link.ts";
import type { Parts } from "../options.ts";
import { isToken, verifySigned } from "../signed-order.ts";
import type { KeptPayment, KeptUse, Use } from "../tables.ts";
import { type Ticket, ticketIn } from "./ticket.ts";

/** What a browser would launch with its ticket. The shop's own contact of a customer counts before what was typed. */
export function useOf(link: Link, { order, browser, minor, email, mobilePhone }: Ticket): Use {
  const { code, customer, description, itbis } = link;
  const amount = { ...link.amount, ...(minor !== undefined && { minor }) };
  const buyer = { email: customer.email ?? email, mobilePhone: customer.mobilePhone ?? mobilePhone };
  return { order, code, description, amount, tax: taxWithin(amount, itbis), buyer, browser };
}

/** The use of a link that a browser names: that of its ticket alone. */
async function linkUse(parts: Parts, id: string, request: IncomingMessage): Promise<Use | undefined> {
  const code = codeOfOrder(id) ?? "";
  const ticket = ticketIn(request, parts, code);
  if (ticket?.order !== id) return undefined;
  const link = await parts.database.read(() => parts.links.find(code));
  return link && useOf(link, ticket);
}

/** The use that a browser names by a token of the shop: one that has expired launches nothing. */
async function signedUse(parts: Parts, id: string, isLaunch: boolean): Promise<Use | undefined> {
  const { database, links, orderKeys, itbis } = parts;
  if (orderKeys.length === 0 || !isToken(id)) return undefined;
  const verified = await verifySigned(id, orderKeys, await database.now());
  if (verified === undefined || (isLaunch && verified.isExpired)) return undefined;
  const { email, mobilePhone, ...signed } = verified.signed;
  const code = codeOfOrder(signed.order);
  const isOfLink = code !== undefined && (await database.read(() => links.find(code))) !== undefined;
  expectThat(!isOfLink, "signed order.order", "another id than that of a link");
  return { tax: taxWithin(signed.amount, itbis), ...signed, buyer: { email, mobilePhone } };
}

/**
 * The order that a browser names, or the router once it has heard from the bank. A launch keeps what was agreed: whatever
 * has become of the link, the token or its key since, money that arrives is compared with that.
 */
export async function orderNamed(parts: Parts, id: string, request?: IncomingMessage): Promise<Order | undefined> {
  const { database, uses } = parts;
  const isLaunch = request?.method === "POST";
  const asked = request && ((await linkUse(parts, id, request)) ?? (await signedUse(parts, id, isLaunch)));
  const found = request ? asked : await database.read(() => uses.find(id));
  const use = found && isLaunch ? await launched(parts, found) : found;
  if (use === undefined) return undefined;
  const { order, amount, tax, description: product } = use;
  // Of a use that has ended the router needs the amount alone.
  const { email = "", mobilePhone = "" } = use.buyer ?? {};
  return { id: order, amount, tax, product, buyer: { email, mobilePhone } };
}

/** Begins a use, or goes on with it; `undefined` where it cannot be paid, or others hold all that is left. */
async function launched({ database, links, uses, holds }: Parts, asked: Use): Promise<Use | undefined> {
  const { order, code } = asked;
  const now = await database.now();
  const isUnderWay = code !== undefined && (await holds.isUnderWay(order));

  function* begin(): Program<Use | undefined> {
    const link = code === undefined ? undefined : yield* links.lock(code);
    const known = yield* uses.lock(order);
    // Its own buyer may have been forgotten: the router asks for one before it says that the order is paid.
    if (known?.state === "paid") return { ...known, buyer: asked.buyer };
    let agreed: Use | undefined;
    if (code === undefined) agreed = agreedByToken(asked, known);
    else if (link !== undefined && stateOf(link, now) === "open") {
      const isHeld = known?.state === "begun" || (yield* uses.taken(code)) < stockOf(link);
      // Who joins another one's payment is not the one who pays: what is sent about it is that one's.
      const isJoined = isUnderWay && known?.state === "begun" && known.browser !== asked.browser;
      if (isHeld) agreed = isJoined ? { ...asked, buyer: known.buyer, browser: known.browser } : asked;
    }
    if (agreed === undefined) return undefined;
    yield* uses.begin(agreed, now, known !== undefined);
    return asked;
  }

  const use = await database.transaction(begin).catch((error: unknown) => {
    // Of two first launches at the same time the later one finds the row of the other.
    if (error instanceof DuplicateError) return database.transaction(begin);
    throw error;
  });
  if (use !== undefined || code === undefined) return use;
  await holds.release(code);
  return database.transaction(begin);
}

/**
 * What is agreed by a token that is launched. While its order may be paid, another token cannot change what it costs, and
 * an older one never can; of two of one price the later one says what is paid for.
 */
function agreedByToken(asked: Use, known: KeptUse | undefined): Use | undefined {
  if (known === undefined) return asked;
  const { description, issuedAt = 0 } = known;
  const isOlder = (asked.issuedAt ?? 0) < issuedAt;
  const costOf = ({ amount, tax }: Use) => `${amount.minor} ${amount.currency} ${tax.minor}`;
  if (costOf(known) !== costOf(asked) && (isOlder || known.state === "begun")) return undefined;
  return isOlder ? { ...asked, description, issuedAt } : asked;
}

/**
 * Keeps a payment with its use, and counts it for its link with what went back of it: once, in whatever order its events
 * are delivered, and however often. An order that the shop has signed is its own: its receipt is kept, and the shop is
 * still to be told.
 * @returns whether it was the payment of a link
 */
export function keepPayment({ database, links, uses }: Parts, payment: KeptPayment): Promise<boolean> {
  return database.transaction(function* () {
    const known = yield* uses.find(payment.order);
    if (known === undefined) return false;
    const { code } = known;
    // In the order in which a launch locks them.
    if (code !== undefined) yield* links.lock(code);
    const { payment: kept } = (yield* uses.lock(payment.order)) ?? known;
    const more = backOf(payment) - backOf(kept);
    if (kept && (kept.attempt !== payment.attempt || more <= 0)) return code !== undefined;
    yield* uses.pay(payment);
    // Of an approval in part it is known how much that was before some of it goes back.
    if (code) yield* links.count(code, kept ? 0 : 1, chargedOf(payment) - chargedOf(kept), more);
    return code !== undefined;
  });
}

const backOf = (payment?: KeptPayment): number => payment?.givenBack?.minor ?? 0;
const chargedOf = (payment?: KeptPayment): number => (payment?.approvedAmount ?? payment?.amount)?.minor ?? 0;
