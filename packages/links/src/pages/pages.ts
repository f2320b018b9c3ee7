import type { IncomingMessage, ServerResponse } from "node:http";
import type { Handler, Payments } from "@ventanilla/express";
import { type Contact, contactOf, isRange } from "../check-link.ts";
import { codeOf, newUse } from "../code.ts";
import type { Link } from "../link.ts";
import { stateOf, stockOf } from "../link-state.ts";
import type { Holds } from "../order/holds.ts";
import { isFixedOnce, useOf } from "../order/order.ts";
import { newBrowser, type Ticket, ticketCookie, ticketIn } from "../order/ticket.ts";
import type { Parts } from "../parts.ts";
import { orderOfReceipt, receiptPage } from "../receipt/receipt-page.ts";
import type { Receipts } from "../receipt/receipts.ts";
import { makeSendPage, redirect, sendReceipt, texts } from "./frame.ts";
import { makeLimiter } from "./limiter.ts";
import { drawAwning } from "./preview.ts";
import { fieldsOf, isSameOrigin, type Language, languageOf, networkOf, type Visit } from "./request.ts";
import { type Situation, situationOf, type Wish } from "./situation.ts";
import { typedAmount } from "./typed-amount.ts";
import {
  approvedScript,
  formView,
  type Notice,
  noticeView,
  payView,
  sumOf,
  type Typed,
  type WayOn,
  type Wrong,
} from "./views.ts";

/** A visit to the page of a link. */
interface LinkVisit {
  request: Visit;
  response: ServerResponse;
  link: Link;
  ticket: Ticket | undefined;
  language: Language;
  wish: Wish;
}

const sweepMs = 60_000;

/** Makes the handler of the buyers' pages: `/{code}`, and the picture of their previews. */
export function makePages(parts: Parts, holds: Holds, receipts: Receipts, payments: Payments): Handler {
  const { settings, database, links, uses } = parts;
  const { publicUrl, storefront, limits } = settings;
  const sendPage = makeSendPage(settings);
  const limiter = makeLimiter();
  let sweptAt = Number.NEGATIVE_INFINITY;
  let picture: Buffer | undefined;

  const addressOf = (code: string, language: Language, wish?: keyof Wish): string =>
    `${publicUrl}/${code}?lang=${language}${wish === undefined ? "" : `&${wish}=1`}`;

  /** Sends a page that only says something. */
  function sendNotice(
    response: ServerResponse,
    language: Language,
    notice: Notice,
    {
      status = 200,
      link,
      refresh,
      ...more
    }: { status?: number; link?: Link; more?: string; waysOn?: WayOn[]; refresh?: number } = {},
  ): void {
    const { code, name } = texts[language].otherLanguage;
    void name;
    sendPage(response, {
      status,
      language,
      title: texts[language].states[notice].title,
      inOtherLanguage: link === undefined ? `?lang=${code}` : addressOf(link.code, code as Language),
      ...(refresh !== undefined && { refresh }),
      body: noticeView(notice, language, { ...(link && { link }), ...more }),
    });
  }

  function sendForm(
    { response, link, language, wish }: LinkVisit,
    left: number,
    { typed = {}, wrong = [] }: { typed?: Typed; wrong?: readonly Wrong[] } = {},
  ): void {
    const hidden = Object.fromEntries(
      Object.entries(wish).flatMap(([name, isWished]) => (isWished ? [[name, "1"]] : [])),
    );
    const other = texts[language].otherLanguage.code as Language;
    sendPage(response, {
      status: wrong.length > 0 ? 422 : 200,
      language,
      title: `${link.description} · ${sumOf(link.amount)}`,
      inOtherLanguage: addressOf(link.code, other),
      preview: { url: link.url, image: storefront.image ?? `${publicUrl}/preview.png` },
      body: formView({ language, link, action: addressOf(link.code, language), left, typed, wrong, hidden }),
    });
  }

  async function sendPay(visit: LinkVisit, { ticket, use }: Extract<Situation, { kind: "pay" }>): Promise<void> {
    const { response, link, language } = visit;
    const { src } = await payments.elementScript();
    const { amount } = use?.state === "begun" ? use : useOf(link, ticket);
    const here = new URL(addressOf(link.code, language));
    const hasTyped = ticket.email !== undefined || ticket.mobilePhone !== undefined || ticket.minor !== undefined;
    sendPage(response, {
      language,
      title: `${link.description} · ${sumOf(amount)}`,
      inOtherLanguage: addressOf(link.code, texts[language].otherLanguage.code as Language),
      element: { src, origin: new URL(src).origin },
      script: approvedScript,
      body: payView({
        language,
        link,
        order: ticket.order,
        amount,
        mount: src.slice(0, src.lastIndexOf("/")),
        back: here.pathname + here.search,
        change: hasTyped ? addressOf(link.code, language, "change") : undefined,
      }),
    });
  }

  async function show(visit: LinkVisit): Promise<void> {
    const { response, link, ticket, language } = visit;
    const words = texts[language];
    const here = (wish?: keyof Wish): string => addressOf(link.code, language, wish);
    const situation = await situationOf(parts, payments, link, ticket, visit.wish);
    const notice = (name: Notice, options: Parameters<typeof sendNotice>[3] = {}): void =>
      sendNotice(response, language, name, { link, ...options });
    switch (situation.kind) {
      case "form":
        return sendForm(visit, situation.left, { typed: typedIn(ticket) });
      case "pay":
        return sendPay(visit, situation);
      case "paidHere": {
        const { use, mayPayAgain } = situation;
        const again = mayPayAgain ? [{ href: here("again"), words: words.again }] : [];
        if (use === undefined) return notice("arriving", { refresh: 2, waysOn: again });
        return notice("paidHere", {
          waysOn: [{ href: receipts.url(use.order, language), words: words.receipt }, ...again],
        });
      }
      case "busy":
        return notice("busy", { waysOn: [{ href: here("mine"), words: words.mine }] });
      case "held":
        return notice("held", { waysOn: [{ post: here(), hidden: { retry: "1" }, words: words.retry }] });
      case "used":
        return notice(link.times === "once" ? "paid" : "used");
      case "paid":
      case "review":
        return notice(situation.kind);
      default:
        return notice(situation.kind, { ...(situation.isUnderWay && { more: words.underWay }) });
    }
  }

  /** Takes the form: what was typed goes into a cookie of this browser, and nothing into the database. */
  async function take(visit: LinkVisit): Promise<void> {
    const { request, response, link } = visit;
    const fields = await fieldsOf(request);
    const language = languageOf(fields.get("lang") ?? visit.language, request);
    const wished = (name: keyof Wish): boolean => visit.wish[name] || fields.get(name) === "1";
    const wish: Wish = { change: wished("change"), again: wished("again"), mine: wished("mine") };
    const taken = { ...visit, language, wish };
    if (!isSameOrigin(request, publicUrl)) {
      const waysOn = [{ href: addressOf(link.code, language), words: texts[language].retry }];
      return sendNotice(response, language, "otherSite", { status: 403, link, waysOn });
    }
    const network = `form ${networkOf(request)}`;
    const ofLink = `link ${link.code}`;
    const seconds = limiter.wait(network, limits.address) ?? limiter.wait(ofLink, limits.link);
    if (seconds !== undefined) return sendTooMany(response, language, seconds);
    limiter.count(network);
    limiter.count(ofLink);
    await sweep();
    const back = addressOf(link.code, language);
    if (stateOf(link, await database.now()) !== "open") return redirect(response, back);
    if (fields.has("retry")) {
      await holds.release(link.code);
      return redirect(response, back);
    }
    const { ticket, typed, wrong } = await ticketFrom(taken, fields);
    if (wrong.length > 0) return sendForm(taken, stockOf(link) - link.paid.count, { typed, wrong });
    redirect(
      response,
      wish.mine ? addressOf(link.code, language, "mine") : back,
      ticketCookie(settings, link.code, ticket),
    );
  }

  /** What the buyer has typed, as their ticket: for the order that this browser has already, or a new one. */
  async function ticketFrom(
    { link, ticket: known, wish }: LinkVisit,
    fields: ReadonlyMap<string, string>,
  ): Promise<{ ticket: Ticket; typed: Typed; wrong: Wrong[] }> {
    const { amount, customer, code, times } = link;
    const given = (name: keyof Contact) => (customer[name] === undefined ? (fields.get(name) ?? "").trim() : undefined);
    const typed = { email: given("email"), mobilePhone: given("mobilePhone") };
    const { details, wrong } = contactOf(typed);
    const missing = (["email", "mobilePhone"] as const).filter((name) => typed[name] === "");
    const minor = isRange(amount) ? typedAmount(fields.get("amount") ?? "", amount) : undefined;
    const isAmountWrong = isRange(amount) && minor === undefined;
    const begun =
      known && !wish.again && !isFixedOnce(link) ? await database.read(() => uses.find(known.order)) : undefined;
    const isOther = times === "many" && begun !== undefined && begun.amount.minor !== (minor ?? begun.amount.minor);
    const goesOn = known !== undefined && !wish.again && !isOther && begun?.state !== "paid";
    const order = isFixedOnce(link) ? code : goesOn ? known.order : newUse(code);
    return {
      ticket: { order, browser: known?.browser ?? newBrowser(), ...(minor !== undefined && { minor }), ...details },
      typed: { ...definedTexts(typed), ...(isRange(amount) && { amount: fields.get("amount") ?? "" }) },
      wrong: [...(isAmountWrong ? (["amount"] as const) : []), ...new Set([...missing, ...wrong])],
    };
  }

  /** Emails and telephones of buyers who have not paid: looked at now and then, when somebody sends a form. */
  async function sweep(): Promise<void> {
    const now = performance.now();
    if (now - sweptAt < sweepMs) return;
    sweptAt = now;
    await holds.sweep();
  }

  function sendTooMany(response: ServerResponse, language: Language, seconds: number): void {
    response.setHeader("Retry-After", seconds);
    sendNotice(response, language, "tooMany", { status: 429 });
  }

  /** The link that the address names. A wrong code is counted: nobody tries codes out. */
  async function linkAt(
    text: string,
    request: Visit,
    response: ServerResponse,
    language: Language,
  ): Promise<Link | undefined> {
    const network = `code ${networkOf(request)}`;
    const code = codeOf(text);
    // Whoever has been given a ticket knows this code.
    const isKnown = code !== undefined && ticketIn(request, settings, code) !== undefined;
    const seconds = isKnown ? undefined : limiter.wait(network, limits.wrongCodes);
    if (seconds !== undefined) {
      sendTooMany(response, language, seconds);
      return undefined;
    }
    const link = code === undefined ? undefined : await database.read(() => links.find(code));
    if (link !== undefined) return link;
    limiter.count(network);
    sendNotice(response, language, "unknown", { status: 404 });
    return undefined;
  }

  async function showReceipt(segment: string, response: ServerResponse, language: Language): Promise<void> {
    const order = orderOfReceipt(settings.signer, segment);
    if (order === undefined) return sendNotice(response, language, "unknown", { status: 404 });
    const [view, details] = await Promise.all([payments.findOrder(order), receipts.detailsOf(order)]);
    sendReceipt(response, receiptPage(storefront, view, details, language), language);
  }

  /** @returns whether there is something at the address */
  async function answer(request: Visit, response: ServerResponse): Promise<boolean> {
    const [path = "", query = ""] = (request.url ?? "/").split("?", 2);
    const [text = "", ...more] = path.split("/").filter((segment) => segment !== "");
    const isForm = request.method === "POST";
    if (text === "" || !(isForm || request.method === "GET" || request.method === "HEAD")) return false;
    const asked = new URLSearchParams(query);
    const language = languageOf(asked.get("lang"), request);
    const [segment, ...rest] = more;
    if (text === "receipt" && segment !== undefined && rest.length === 0 && !isForm) {
      await showReceipt(segment, response, language);
      return true;
    }
    if (segment !== undefined) return false;
    if (text === "preview.png") {
      picture ??= drawAwning(storefront.color);
      response.writeHead(200, {
        "Content-Type": "image/png",
        "Content-Length": picture.length,
        "Cache-Control": "public, max-age=86400",
      });
      response.end(request.method === "HEAD" ? undefined : picture);
      return true;
    }
    const link = await linkAt(text, request, response, language);
    if (link === undefined) return true;
    const wish: Wish = { change: asked.has("change"), again: asked.has("again"), mine: asked.has("mine") };
    const visit = { request, response, link, ticket: ticketIn(request, settings, link.code), language, wish };
    await (isForm ? take(visit) : show(visit));
    return true;
  }

  return function pages(request: IncomingMessage, response: ServerResponse, next): void {
    answer(request, response).then(
      (isAnswered) => {
        if (!isAnswered) next();
      },
      (error: unknown) => {
        if (response.headersSent) return next(error);
        // The app's error handlers hear of it once the buyer has a page.
        response.once("close", () => next(error));
        sendNotice(response, languageOf(undefined, request), "failed", { status: 503 });
      },
    );
  };
}

const typedIn = (ticket: Ticket | undefined): Typed => ({
  ...(ticket?.email !== undefined && { email: ticket.email }),
  ...(ticket?.mobilePhone !== undefined && { mobilePhone: ticket.mobilePhone }),
  ...(ticket?.minor !== undefined && { amount: (ticket.minor / 100).toFixed(2) }),
});

const definedTexts = ({
  email,
  mobilePhone,
}: {
  email: string | undefined;
  mobilePhone: string | undefined;
}): Typed => ({
  ...(email !== undefined && { email }),
  ...(mobilePhone !== undefined && { mobilePhone }),
});
