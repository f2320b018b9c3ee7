import type { ServerResponse } from "node:http";
import { ArgumentError } from "@ventanilla/client";
import { decimalText } from "@ventanilla/web";
import { amountText } from "../amounts.ts";
import { type Language, times } from "../language.ts";
import { useOf } from "../order/order.ts";
import type { Ticket } from "../order/ticket.ts";
import { type Page, redirect, texts } from "./frame.ts";
import { type Situation, situationOf } from "./situation.ts";
import {
  approvedScript,
  type FormView,
  formView,
  type Notice,
  type NoticeView,
  noticeView,
  payView,
  type Typed,
} from "./views.ts";
import { addressOf, type Desk, type LinkVisit, type Wish, wishes } from "./visit.ts";

type NoticeOptions = NoticeView & Pick<Page, "status" | "refresh">;

/** Sends a page that only says something, and leads on. */
export function sendNotice(
  { sendPage }: Desk,
  response: ServerResponse,
  language: Language,
  notice: Notice,
  { status = 200, refresh, ...view }: NoticeOptions = {},
): void {
  sendPage(response, {
    status,
    language,
    title: texts[language].states[notice].title,
    refresh,
    body: noticeView(notice, language, view),
  });
}

export function sendTooMany(desk: Desk, response: ServerResponse, language: Language, seconds: number): void {
  response.setHeader("Retry-After", seconds);
  sendNotice(desk, response, language, "tooMany", { status: 429 });
}

/** Sends the form, with what was typed and what is wrong with it. */
export function sendForm({ sendPage, settings }: Desk, visit: LinkVisit, view: FormView): void {
  const { response, link, language } = visit;
  const { storefront, publicUrl } = settings;
  sendPage(response, {
    status: view.wrong === undefined ? 200 : 422,
    language,
    title: `${link.description} · ${amountText(link.amount)}`,
    preview: { url: link.url, image: storefront.image ?? `${publicUrl}/preview.png` },
    body: formView(visit, view),
  });
}

/** Sends the page with the tag. */
async function sendPay(
  { sendPage, router, settings: { publicUrl } }: Desk,
  visit: LinkVisit,
  { ticket, use }: Extract<Situation, { kind: "pay" }>,
): Promise<void> {
  const { response, link, language } = visit;
  const { src } = await router.elementScript();
  const { origin } = new URL(src);
  if (origin !== new URL(publicUrl).origin) {
    throw new ArgumentError(`publicUrl: expected one on the router's origin, ${origin}: both need the buyer's cookie`);
  }
  const { amount } = use?.state === "begun" ? use : useOf(link, ticket);
  sendPage(response, {
    language,
    title: `${link.description} · ${amountText(amount)}`,
    element: { src, origin },
    script: approvedScript,
    body: payView(visit, {
      order: ticket.order,
      amount,
      mount: src.slice(0, src.lastIndexOf("/")),
      typed: typedIn(ticket),
    }),
  });
}

/** Shows the page of a link to this browser. Writes nothing: chats fetch pages for their previews. */
export async function showLink(desk: Desk, visit: LinkVisit): Promise<void> {
  const { response, link, ticket, language } = visit;
  if (ticket !== undefined && visit.wished.has("sent")) {
    const others = wishes.filter((wish) => wish !== "sent" && visit.wished.has(wish));
    return redirect(response, addressOf(link, language, ...others));
  }
  const words = texts[language];
  const situation = await situationOf(desk, visit);
  const here = (...wished: Wish[]): string => addressOf(link, language, ...wished);
  const notice = (name: Notice, options: NoticeOptions = {}): void =>
    sendNotice(desk, response, language, name, { link, ...options });
  switch (situation.kind) {
    case "form":
      return sendForm(desk, visit, {
        left: situation.left,
        typed: typedIn(ticket),
        isLost: visit.wished.has("sent"),
      });
    case "pay":
      return sendPay(desk, visit, situation);
    case "paidHere": {
      const { use, mayPayAgain } = situation;
      const again = mayPayAgain ? [{ href: here("again"), words: words.again }] : [];
      const paid = { ...link, amount: use.payment?.approvedAmount ?? use.amount };
      if (use.state !== "paid") return notice("arriving", { link: paid, refresh: 2, waysOn: again });
      return notice("paidHere", {
        link: paid,
        waysOn: [{ href: desk.receipts.url(use.order, language), words: words.receipt }, ...again],
      });
    }
    case "busy":
      return notice("busy", { waysOn: [{ href: here("mine"), words: words.mine }] });
    case "held":
    case "heldLast":
      return notice(situation.kind, { waysOn: [{ post: here(), words: words.retry }] });
    case "review":
    case "reviewOfOther":
      return notice(situation.kind);
    default:
      return notice(situation.kind === "paid" && link.times !== "once" ? "soldOut" : situation.kind, {
        first: situation.isUnderWay ? words.underWay : sinceWhen(situation, visit),
      });
  }
}

/** Since when a link is paid, or from when it can be. */
function sinceWhen({ kind, at }: { kind: string; at?: number | undefined }, { link, language }: LinkVisit) {
  const { paidOn, payableFrom } = texts[language];
  if (kind === "early") return payableFrom(times[language].moment(link.from ?? 0));
  return at !== undefined && link.times === "once" ? paidOn(times[language].moment(at)) : undefined;
}

/** What this browser has typed before. */
const typedIn = ({ email, mobilePhone, minor }: Partial<Ticket> = {}): Typed => ({
  email,
  mobilePhone,
  amount: minor === undefined ? undefined : decimalText(minor),
});
