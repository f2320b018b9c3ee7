import type { IncomingMessage } from "node:http";
import type { Money } from "@ventanilla/client";
import type { Order } from "@ventanilla/express";
import type { Program } from "@ventanilla/express/sql";
import { type Contact, isRange, taxWithin } from "../check-link.ts";
import { codeOfOrder } from "../code.ts";
import type { Link } from "../link.ts";
import { stateOf, stockOf } from "../link-state.ts";
import type { Parts } from "../parts.ts";
import type { KeptUse, Use } from "../tables/uses.ts";
import type { Holds } from "./holds.ts";
import { amountOf, type Ticket, ticketIn } from "./ticket.ts";

/** The order of a use, as the router asks for it. */
export const orderOf = ({ order, amount, tax, buyer }: Use): Order => ({
  id: order,
  amount,
  tax,
  // The router sends only complete ones to the bank. Of a use that has ended, it asks for the amount alone.
  buyer: { email: "", mobilePhone: "", ...buyer },
});

/** What a browser would launch with its ticket. */
export function useOf(link: Link, ticket: Ticket): Use {
  const { amount: offered, code, customer, description, itbis } = link;
  const { email, mobilePhone, browser, order } = ticket;
  const amount = amountOf(ticket, isRange(offered) ? offered.min : offered);
  return {
    order,
    code,
    description,
    amount,
    tax: taxWithin(amount, itbis),
    browser,
    buyer: contactFor(customer, { email, mobilePhone }),
  };
}

/** The shop's own contact of the customer counts before what somebody has typed. */
const contactFor = (
  { email, mobilePhone }: Link["customer"],
  typed: { [Name in keyof Contact]: string | undefined },
): Contact => ({
  ...definedOf(typed),
  ...definedOf({ email, mobilePhone }),
});

const definedOf = (contact: { [Name in keyof Contact]: string | undefined }): Contact =>
  Object.fromEntries(Object.entries(contact).filter(([, value]) => value !== undefined));

/** Makes what the router asks for the order of a link. */
export function makeOrder(
  parts: Parts,
  holds: Holds,
): (id: string, request: IncomingMessage | undefined) => Promise<Order | undefined> {
  const { database, links, uses, settings } = parts;

  /**
   * What was agreed, for the router that has heard from the bank: whatever has become of the link since, money that arrives
   * is compared with this.
   */
  async function agreed(id: string, code: string): Promise<Order | undefined> {
    const use = await database.read(() => uses.find(id));
    if (use !== undefined) return orderOf(use);
    const link = id === code ? await database.read(() => links.find(code)) : undefined;
    return link && isFixedOnce(link) ? orderOf(useOf(link, { order: code, browser: "" })) : undefined;
  }

  /** Begins a use, or goes on with one: `full` where others hold all that is left. */
  function* begin(ticket: Ticket, code: string, now: number): Program<Use | "full" | undefined> {
    const link = yield* links.lock(code);
    const known = yield* uses.lock(ticket.order);
    if (known?.state === "paid") return known;
    if (link === undefined || stateOf(link, now) !== "open") return undefined;
    const isHeld = known?.state === "begun";
    if (!isHeld && (yield* uses.taken(code)) >= stockOf(link)) return "full";
    const use = { ...useOf(link, ticket), ...(isHeld && agreedAmounts(known)) };
    yield* uses.begin(use, now, known !== undefined);
    return use;
  }

  async function launched(ticket: Ticket, code: string): Promise<Order | undefined> {
    const now = await database.now();
    const attempt = () => database.transaction(() => begin(ticket, code, now));
    let use = await attempt();
    if (use === "full" && (await holds.release(code))) use = await attempt();
    return use === "full" || use === undefined ? undefined : orderOf(use);
  }

  return async function order(id, request) {
    const code = codeOfOrder(id);
    if (code === undefined) return undefined;
    if (request === undefined) return agreed(id, code);
    const ticket = ticketIn(request, settings, code);
    if (ticket?.order !== id) return undefined;
    if (request.method === "POST") return launched(ticket, code);
    const link = await database.read(() => links.find(code));
    return link && orderOf(useOf(link, ticket));
  };
}

/** While a payment may be under way, its amount stays: another one is another use. */
const agreedAmounts = ({ amount, tax }: KeptUse): { amount: Money; tax: Money } => ({ amount, tax });

/** Whether the link itself is the order: then the router lets it be paid once, whoever opens it. */
export const isFixedOnce = ({ amount, times }: Link): boolean => times === "once" && !isRange(amount);
