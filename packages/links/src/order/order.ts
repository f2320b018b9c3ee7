import type { IncomingMessage } from "node:http";
import type { HookContext, Order, PaymentEvent } from "@ventanilla/express";
import { DuplicateError, type Program } from "@ventanilla/express/sql";
import { expectThat } from "@ventanilla/web";
import { codeOfOrder } from "../code.ts";
import { type Link, stateOf, stockOf, taxWithin } from "../link.ts";
import type { Parts } from "../options.ts";
import { isToken, verifySigned } from "../signed-order.ts";
import type { Use } from "../tables.ts";
import { type Ticket, ticketIn } from "./ticket.ts";

/** The order of a use, as the router asks for it. Of one that has ended it needs the amount alone. */
const orderOf = ({ order, description, amount, tax, buyer }: Use): Order => ({
  id: order,
  amount,
  tax,
  product: description,
  buyer: { email: buyer?.email ?? "", mobilePhone: buyer?.mobilePhone ?? "" },
});

/** What a browser would launch with its ticket. The shop's own contact of a customer counts before what was typed. */
export function useOf(link: Link, { order, browser, minor, email, mobilePhone }: Ticket): Use {
  const { code, customer, description, itbis } = link;
  const amount = { ...link.amount, ...(minor !== undefined && { minor }) };
  const buyer = { email: customer.email ?? email, mobilePhone: customer.mobilePhone ?? mobilePhone };
  return { order, code, description, amount, tax: taxWithin(amount, itbis), buyer, browser };
}

/**
 * The order when the router has heard from the bank: whatever has become of the link, the token or its key since, money
 * that arrives is compared with what was agreed.
 */
export async function agreedOrder({ database, uses }: Parts, id: string): Promise<Order | undefined> {
  const use = await database.read(() => uses.find(id));
  return use && orderOf(use);
}

/** The order of a link that a browser names: that of its ticket alone. A launch begins it. */
export async function linkOrder(parts: Parts, id: string, request: IncomingMessage): Promise<Order | undefined> {
  const code = codeOfOrder(id);
  const ticket = code && ticketIn(request, parts, code);
  if (!code || !ticket || ticket.order !== id) return undefined;
  if (request.method === "POST") return launched(parts, ticket, code);
  const link = await parts.database.read(() => parts.links.find(code));
  return link && orderOf(useOf(link, ticket));
}

async function launched({ database, links, uses, holds }: Parts, ticket: Ticket, code: string) {
  const { order } = ticket;
  const now = await database.now();
  const isUnderWay = await holds.isUnderWay(order);

  /** Begins the use, or goes on with it: `full` where others hold all that is left. */
  function* begin(): Program<Use | "full" | undefined> {
    const link = yield* links.lock(code);
    const known = yield* uses.lock(order);
    if (known?.state === "paid") return known;
    if (link === undefined || stateOf(link, now) !== "open") return undefined;
    if (known?.state !== "begun" && (yield* uses.taken(code)) >= stockOf(link)) return "full";
    const use = useOf(link, ticket);
    // Who joins another one's payment is not the one who pays: what is sent about it is that one's.
    const isJoined = isUnderWay && known?.state === "begun" && known.browser !== use.browser;
    const { buyer, browser } = isJoined ? known : use;
    yield* uses.begin({ ...use, buyer, browser }, now, known !== undefined);
    return use;
  }

  let use = await database.transaction(begin);
  if (use === "full" && (await holds.release(code))) use = await database.transaction(begin);
  return use === "full" || use === undefined ? undefined : orderOf(use);
}

/**
 * The order that a browser names by a token of the shop. What a token says is kept with the first launch: what the buyer
 * is charged is compared with it long after the token has expired, and another token cannot change it.
 */
export async function signedOrder(parts: Parts, id: string, request: IncomingMessage): Promise<Order | undefined> {
  const { database, links, uses, orderKeys, itbis } = parts;
  if (orderKeys.length === 0 || !isToken(id)) return undefined;
  const now = await database.now();
  const verified = await verifySigned(id, orderKeys, now);
  if (verified === undefined) return undefined;
  const { tax, email, mobilePhone, ...signed } = verified.signed;
  const code = codeOfOrder(signed.order);
  const isOfLink = code !== undefined && (await database.read(() => links.find(code))) !== undefined;
  expectThat(!isOfLink, "signed order.order", "another id than that of a link");
  const asked = { ...signed, tax: tax ?? taxWithin(signed.amount, itbis), buyer: { email, mobilePhone } };
  // A question: what is kept, else what would be.
  if (request.method !== "POST") return orderOf((await database.read(() => uses.find(asked.order))) ?? asked);
  if (verified.isExpired) return undefined;

  /** Begins what is asked for: what is kept instead where that costs something else and may still be paid. */
  function* begin(): Program<Use> {
    const found = yield* uses.lock(asked.order);
    if (found?.state === "paid") return found;
    const isOther = found !== undefined && !costsTheSame(found, asked);
    const isOlder = found !== undefined && asked.issuedAt < (found.issuedAt ?? 0);
    if (isOther && (isOlder || found.state === "begun")) return found;
    // Of two tokens of one price the later one says what is paid for.
    const kept = isOlder ? { ...asked, description: found.description, issuedAt: found.issuedAt } : asked;
    yield* uses.begin(kept, now, found !== undefined);
    return asked;
  }

  const use = await database.transaction(begin).catch((error: unknown) => {
    // Of two first launches at the same time the later one finds the row of the other.
    if (error instanceof DuplicateError) return database.transaction(begin);
    throw error;
  });
  return costsTheSame(use, asked) ? orderOf(use) : undefined;
}

const costsTheSame = (a: Use, b: Use): boolean =>
  a.amount.minor === b.amount.minor && a.amount.currency === b.amount.currency && a.tax.minor === b.tax.minor;

/**
 * Keeps a payment with its use, and counts it for its link, in the hook's transaction. An order that the shop has signed is
 * its own: its receipt is kept, and the shop is still to be told.
 * @returns whether it was the payment of a link
 */
export async function keepPayment(
  { database, links, uses }: Parts,
  payment: PaymentEvent,
  { transaction }: HookContext,
): Promise<boolean> {
  const { order } = payment;
  // A foreign order's hook begins no transaction for us.
  const known = await database.read(() => uses.find(order));
  if (known === undefined) return false;
  const { code } = known;
  await database.within(transaction, function* () {
    // In the order in which a launch locks them.
    if (code !== undefined) yield* links.lock(code);
    const use = yield* uses.lock(order);
    if (use?.state === "paid") return;
    yield* uses.pay(order, payment);
    if (code !== undefined) yield* links.count(code, payment.approvedAmount ?? payment.amount);
  });
  return code !== undefined;
}
