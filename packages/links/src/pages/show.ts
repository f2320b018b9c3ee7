import { ArgumentError } from "@ventanilla/client";
import { decimalText } from "@ventanilla/web";
import { amountText, isFixedOnce, type Link, type LinkState, stateOf, stockOf } from "../link.ts";
import { launcherOf, useOf } from "../order/order.ts";
import type { Ticket } from "../order/ticket.ts";
import type { KeptUse } from "../tables/uses.ts";
import { type Page, redirect, sinceText, texts } from "./frame.ts";
import { approvedScript, type FormView, formView, type Notice, type NoticeView, noticeView, payView } from "./views.ts";
import { addressOf, type Desk, type LinkVisit, type Visit, wishes } from "./visit.ts";

/** Sends a page that only says something, and leads on. */
export function sendNotice(
  { sendPage }: Desk,
  { response, language }: Visit,
  notice: Notice,
  { status = 200, refresh, ...view }: NoticeView & Pick<Page, "status" | "refresh"> = {},
): void {
  const { title } = texts[language].states[notice];
  const isEnd = refresh === undefined && view.codesAt === undefined && (view.waysOn ?? []).length === 0;
  // Nothing has to be done there.
  const isCalm = notice === "early" || notice === "paid";
  const end = isEnd ? (isCalm ? "quiet" : "loud") : undefined;
  sendPage(response, { status, language, title, refresh, end, body: noticeView(notice, language, view) });
}

export function sendTooMany(desk: Desk, visit: Visit, seconds: number): void {
  visit.response.setHeader("Retry-After", seconds);
  sendNotice(desk, visit, "tooMany", { status: 429 });
}

/** Sends the form, with what was typed and what is wrong with it. */
export function sendForm({ sendPage, settings }: Desk, visit: LinkVisit, view: FormView): void {
  const { response, link, language } = visit;
  const { storefront, publicUrl } = settings;
  sendPage(response, {
    status: view.wrong === undefined ? 200 : 422,
    language,
    title: `${link.description} · ${amountText(link.amount, language)}`,
    preview: { url: link.url, image: storefront.image ?? `${publicUrl}/preview.png` },
    body: formView(visit, view),
  });
}

/** Sends the page with the tag. */
async function sendPay(desk: Desk, visit: LinkVisit, ticket: Ticket): Promise<void> {
  const { sendPage, router, settings } = desk;
  const { response, link, language } = visit;
  const { src } = await router.elementScript();
  const { origin } = new URL(src);
  if (origin !== new URL(settings.publicUrl).origin) {
    throw new ArgumentError(`publicUrl: expected one on the router's origin, ${origin}: both need the buyer's cookie`);
  }
  const { amount } = useOf(link, ticket);
  const mount = src.slice(0, src.lastIndexOf("/"));
  sendPage(response, {
    language,
    title: `${link.description} · ${amountText(amount, language)}`,
    element: { src, origin },
    script: approvedScript,
    body: payView(visit, { order: ticket.order, amount, mount, typed: typedIn(ticket) }),
  });
}

/** Shows the page of a link to this browser. Writes nothing: chats fetch pages for their previews. */
export async function showLink(desk: Desk, visit: LinkVisit): Promise<void> {
  const { database, uses, router } = desk;
  const { response, link, ticket, language, wished } = visit;
  if (ticket !== undefined && wished.has("sent")) {
    const others = wishes.filter((wish) => wish !== "sent" && wished.has(wish));
    return redirect(response, addressOf(link, language, ...others));
  }
  const state = stateOf(link, await database.now());
  const order = ticket?.order ?? (isFixedOnce(link) ? link.code : undefined);
  const use = order === undefined ? undefined : await database.read(() => uses.find(order));
  const mayPayAgain = state === "open" && !isFixedOnce(link);
  const sendEmptyForm = async () =>
    sendForm(desk, visit, { left: await leftOf(desk, link), typed: typedIn(ticket), isLost: wished.has("sent") });
  if (mayPayAgain && wished.has("again")) return sendEmptyForm();
  const decisive = use && (await router.findOrder(use.order)).decisive;
  const launcher = use && launcherOf(use, decisive?.createdAt ?? Number.POSITIVE_INFINITY);
  const isOwn = ticket !== undefined && launcher === ticket.browser;
  if (use && (use.state === "paid" || decisive?.outcome === "approved")) {
    if (isOwn) return sendPaid(desk, visit, use, mayPayAgain);
    return sendOver(desk, visit, "paid", { paidAt: use.payment?.settledAt ?? decisive?.settledAt });
  }
  // A person has to find out whether it was charged: to this buyer, or to another.
  if (decisive?.outcome === "unknown") return sendNotice(desk, visit, isOwn ? "review" : "reviewOfOther", { link });
  if (state !== "open") return sendOver(desk, visit, state, { isUnderWay: decisive !== undefined && isOwn });
  const words = texts[language];
  if (decisive !== undefined && !isOwn && !wished.has("mine")) {
    const waysOn = [{ href: addressOf(link, language, "mine"), words: words.mine }];
    return sendNotice(desk, visit, "busy", { link, waysOn });
  }
  // Others hold all that is left, which may be one.
  if (use?.state !== "begun" && (await leftOf(desk, link)) <= 0) {
    const waysOn = [{ post: addressOf(link, language), words: words.retry }];
    return sendNotice(desk, visit, "held", { link, waysOn });
  }
  if (ticket === undefined || wished.has("change")) return sendEmptyForm();
  return sendPay(desk, visit, ticket);
}

async function leftOf({ database, uses }: Desk, link: Link): Promise<number> {
  const stock = stockOf(link);
  if (isFixedOnce(link) || stock === Number.POSITIVE_INFINITY) return stock;
  return stock - (await database.read(() => uses.taken(link.code)));
}

/** Says that this browser has paid, and leads to the receipt, once `onPaid` has run. */
function sendPaid(desk: Desk, visit: LinkVisit, use: KeptUse, mayPayAgain: boolean): void {
  const { link: unpaid, language } = visit;
  const words = texts[language];
  const link = { ...unpaid, amount: use.payment?.approvedAmount ?? use.amount };
  const again = mayPayAgain ? [{ href: addressOf(link, language, "again"), words: words.again }] : [];
  const receipt = { href: desk.receipts.url(use.order, language), words: words.receipt };
  const first = sinceText(link, "paid", use.payment?.settledAt, language);
  if (use.state === "paid") sendNotice(desk, visit, "paidHere", { link, first, waysOn: [receipt, ...again] });
  else sendNotice(desk, visit, "paidHere", { link, first: words.arriving, refresh: 2, waysOn: again });
}

/** Says why it is not to be paid now. `paid`: also where the router knows of it before `onPaid` has run. */
function sendOver(
  desk: Desk,
  visit: LinkVisit,
  state: Exclude<LinkState, "open">,
  { paidAt, isUnderWay = false }: { paidAt?: number | undefined; isUnderWay?: boolean },
): void {
  const { link, language } = visit;
  const isSoldOut = state === "paid" && link.times !== "once";
  const since = sinceText(link, state, isSoldOut ? undefined : paidAt, language);
  const first = isUnderWay ? texts[language].underWay : since;
  sendNotice(desk, visit, isSoldOut ? "soldOut" : state, { link, first });
}

/** What this browser has typed before. */
const typedIn = ({ email, mobilePhone, minor }: Partial<Ticket> = {}): FormView["typed"] => ({
  email,
  mobilePhone,
  amount: minor === undefined ? undefined : decimalText(minor),
});
