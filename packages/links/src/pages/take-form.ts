import { isSameOrigin, readForm, writtenAmount } from "@ventanilla/web";
import { type Contact, contactOf } from "../check-link.ts";
import { newUse } from "../code.ts";
import { type AmountRange, isFixedOnce, isRange, type Link, stateOf, stockOf } from "../link.ts";
import { newBrowser, type Ticket, ticketCookies } from "../order/ticket.ts";
import { redirect, texts } from "./frame.ts";
import { sendForm, sendNotice, sendTooMany } from "./show.ts";
import type { Typed, Wrong } from "./views.ts";
import { addressOf, type Desk, type LinkVisit, languageOf, visitorOf, wishes } from "./visit.ts";

/** Takes the form of a link's page: what was typed goes into a cookie of this browser, and nothing into the database. */
export async function takeForm(desk: Desk, given: LinkVisit): Promise<void> {
  const { settings, database, holds, limiter } = desk;
  const { request, response, link } = given;
  const { fields } = await readForm(request);
  const language = languageOf(fields.get("lang") ?? given.language, request);
  const wished = new Set(wishes.filter((wish) => given.wished.has(wish) || fields.has(wish)));
  const visit: LinkVisit = { ...given, language, wished };
  if (!isSameOrigin(request, new URL(settings.publicUrl).origin)) {
    const waysOn = [{ href: addressOf(link, language), words: texts[language].retry }];
    return sendNotice(desk, visit, "otherSite", { status: 403, link, waysOn });
  }
  const counted = {
    [`form ${visitorOf(request)}`]: settings.limits.address,
    [`link ${link.code}`]: settings.limits.link,
  };
  const seconds = limiter.wait(counted);
  if (seconds !== undefined) return sendTooMany(desk, visit, seconds);
  limiter.count(counted);
  await holds.sweep();
  if (stateOf(link, await database.now()) !== "open") return redirect(response, addressOf(link, language));
  if (fields.has("retry")) {
    await holds.release(link.code);
    return redirect(response, addressOf(link, language));
  }
  const { typed, contact, minor, wrong } = readContact(link, fields);
  if (wrong.length > 0) return sendForm(desk, visit, { left: stockOf(link) - link.paid.count, typed, wrong });
  const order = await orderFor(desk, visit, minor);
  const ticket: Ticket = { ...order, browser: visit.ticket?.browser ?? newBrowser(), ...contact };
  const back = addressOf(link, language, ...(wished.has("mine") ? (["mine", "sent"] as const) : (["sent"] as const)));
  redirect(response, back, ticketCookies(request, settings, link.code, ticket));
}

/** Reads what the link does not know: its customer's own contact counts before what somebody types. */
function readContact({ amount, customer }: Link, fields: ReadonlyMap<string, string>) {
  const given = (name: keyof Contact) => (customer[name] === undefined ? (fields.get(name) ?? "").trim() : undefined);
  const typed: Typed = {
    email: given("email"),
    mobilePhone: given("mobilePhone"),
    amount: isRange(amount) ? (fields.get("amount") ?? "").trim() : undefined,
  };
  const { details: contact, wrong } = contactOf(typed);
  const minor = isRange(amount) ? amountWithin(amount, typed.amount ?? "") : undefined;
  const isWrong: Record<Wrong, boolean> = {
    amount: isRange(amount) && minor === undefined,
    email: typed.email === "" || wrong.includes("email"),
    mobilePhone: typed.mobilePhone === "" || wrong.includes("mobilePhone"),
  };
  return { typed, contact, minor, wrong: (Object.keys(isWrong) as Wrong[]).filter((name) => isWrong[name]) };
}

/** The amount that was typed, in minor units; `undefined` where it is none within the bounds. */
function amountWithin({ min, max }: AmountRange, text: string): number | undefined {
  const written = writtenAmount(text, min.currency);
  return written && written.minor >= min.minor && written.minor <= max.minor ? written.minor : undefined;
}

/**
 * The order that this browser pays: the one that it has, until that is paid. An order has one amount, so that a page that
 * is still open charges what it says: another amount is another order, or waits where it would take another of a stock.
 */
async function orderFor(
  { database, uses }: Desk,
  { link, ticket, wished }: LinkVisit,
  minor: number | undefined,
): Promise<Pick<Ticket, "order" | "minor">> {
  if (isFixedOnce(link)) return { order: link.code };
  const another = { order: newUse(link.code), minor };
  if (ticket === undefined || wished.has("again")) return another;
  const use = await database.read(() => uses.find(ticket.order));
  const isWaiting = use?.state === "begun" && link.times !== "many";
  if (use?.state === "paid" || (ticket.minor !== minor && !isWaiting)) return another;
  return { order: ticket.order, minor: ticket.minor };
}
