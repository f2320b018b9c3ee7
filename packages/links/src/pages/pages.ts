import type { Handler, Payments } from "@ventanilla/express";
import {
  cspHash,
  decodeComponent,
  html,
  makeLimiter,
  printScript,
  sendDocument,
  unframedHeaders,
} from "@ventanilla/web";
import { codeOf } from "../code.ts";
import { languageOf } from "../language.ts";
import type { Link } from "../link.ts";
import type { Parts } from "../options.ts";
import { ticketIn } from "../order/ticket.ts";
import { knownOf, orderOfReceipt, receiptPage, receiptStyle } from "../receipt/receipt.ts";
import { pageTexts } from "../texts.ts";
import { takeForm } from "./form.ts";
import { addressOf, redirect, sendPage, styleOf, type Visit, visitorOf, wishes } from "./frame.ts";
import { showLink } from "./link-page.ts";
import { codeForm, sendNotice, sendTooMany } from "./notice.ts";
import { drawAwning } from "./preview.ts";

/** Makes the handler of the buyers' pages: `/`, which asks for a code, `/{code}`, `/receipt/{address}`, and the picture of previews. */
export function makePages(parts: Parts, router: Payments): Handler {
  const { color } = parts.storefront;
  const desk = { ...parts, router, limiter: makeLimiter(), style: styleOf(color) };
  let picture: Buffer | undefined;

  /** @returns whether there is something at the address */
  async function answer(visit: Visit, path: string, asked: URLSearchParams): Promise<boolean> {
    const { request, response } = visit;
    const { method } = request;
    const [first = "", second, ...more] = path.split("/").filter((segment) => segment !== "");
    const isForm = method === "POST";
    if (more.length > 0 || !(isForm || method === "GET" || method === "HEAD")) return false;
    if (first === "") {
      if (path !== "/" || isForm) return false;
      await showCode(visit, asked.get("code") ?? "");
    } else if (first === "receipt" && second !== undefined && !isForm) {
      await showReceipt(visit, second);
    } else if (second !== undefined) {
      return false;
    } else if (first === "preview.png") {
      picture ??= drawAwning(color);
      const cached = { "Cache-Control": "public, max-age=86400", "X-Content-Type-Options": "nosniff" };
      response.writeHead(200, { ...cached, "Content-Type": "image/png", "Content-Length": picture.length });
      response.end(picture);
    } else {
      const link = await linkAt(visit, decodeComponent(first) ?? "");
      const wished = wishes.filter((wish) => asked.has(wish));
      const ticket = link && ticketIn(request, desk, link.code);
      if (link) await (isForm ? takeForm : showLink)({ ...visit, link, ticket, wished, isSent: asked.has("sent") });
    }
    return true;
  }

  return function pages(request, response, next) {
    const [path = "", query] = (request.url ?? "/").split("?", 2);
    const asked = new URLSearchParams(query);
    const language = languageOf(asked.get("lang"), request);
    const visit = { ...desk, request, response, language, words: pageTexts[language] };
    answer(visit, path, asked).then(
      (isAnswered) => {
        if (!isAnswered) next();
      },
      (error: unknown) => {
        if (response.headersSent || response.closed) return next(error);
        // The app's error handlers hear of it once the buyer has a page.
        response.once("close", () => next(error));
        sendNotice(visit, "failed", { status: 503 });
      },
    );
  };
}

/** The link that a text names; else the visitor has been answered. A wrong code is counted: nobody tries them out. */
async function linkAt(visit: Visit, text: string): Promise<Link | undefined> {
  const { limits, limiter, database, links, request, publicUrl } = visit;
  const wrongCodes = [[`code ${visitorOf(request)}`, limits.wrongCodes]] as const;
  const code = codeOf(text);
  // Whoever has been given a ticket knows this code.
  const isKnown = code !== undefined && ticketIn(request, visit, code) !== undefined;
  const wait = () => (isKnown ? undefined : limiter.wait(wrongCodes));
  const link = code === undefined || wait() !== undefined ? undefined : await database.read(() => links.find(code));
  // Asked once more: meanwhile others of this visitor's, sent at the same moment, may have been wrong.
  const seconds = wait();
  if (seconds === undefined && link !== undefined) return link;
  if (seconds !== undefined) sendTooMany(visit, seconds);
  else {
    limiter.count(wrongCodes);
    sendNotice(visit, "unknown", { status: 404, form: codeForm(visit, publicUrl, text.slice(0, 40)) });
  }
  return undefined;
}

async function showCode(visit: Visit, typed: string): Promise<void> {
  const { response, language, words } = visit;
  if (typed.trim() === "") {
    return sendPage(visit, { title: words.typeCode, body: html`<h1>${words.typeCode}</h1>${codeForm(visit, "")}` });
  }
  const link = await linkAt(visit, typed);
  if (link) redirect(response, addressOf(link, language));
}

async function showReceipt(visit: Visit, segment: string): Promise<void> {
  const { storefront, signer, router, response, language } = visit;
  const order = orderOfReceipt(signer, segment);
  if (order === undefined) return sendNotice(visit, "unknown", { status: 404 });
  const [view, known] = await Promise.all([router.findOrder(order), knownOf(visit, order)]);
  const page = receiptPage(storefront, view, known, language);
  if (page === undefined) {
    const refresh = view.decisive?.outcome === "pending" ? 5 : undefined;
    return sendNotice(visit, "noReceipt", { refresh, waysOn: { update: `?lang=${language}` } });
  }
  const sent = { status: 200, language, headers: unframedHeaders, scripts: [cspHash(printScript)] };
  sendDocument(response, page, { ...sent, styles: [receiptStyle(storefront.color)] });
}
