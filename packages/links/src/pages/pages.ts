import type { Handler, Payments } from "@ventanilla/express";
import { cspHash, decodeComponent, Html, html, printScript, sendDocument, unframedHeaders } from "@ventanilla/web";
import { codeOf } from "../code.ts";
import { languageOf, otherLanguage } from "../language.ts";
import { isFixedOnce, stockOf } from "../link.ts";
import type { Parts } from "../options.ts";
import { ticketIn } from "../order/ticket.ts";
import { chargeIn, orderOfReceipt, receiptFor, receiptStyle } from "../receipt/receipt.ts";
import { pageTexts, receiptTexts } from "../texts.ts";
import { takeForm } from "./form.ts";
import { makeDesk, sendNotice, sendTooMany, type Visit, visitorOf, wishes } from "./frame.ts";
import { showLink } from "./link-page.ts";
import { drawAwning } from "./preview.ts";

/** Makes the handler of the buyers' pages: `/{code}`, `/receipt/{address}`, and the picture of previews. */
export function makePages(parts: Parts, router: Payments): Handler {
  const desk = makeDesk(parts, router);
  const picture = drawAwning(parts.storefront.color);
  const drawn = { "Content-Type": "image/png", "Content-Length": picture.length, "X-Content-Type-Options": "nosniff" };
  return function pages(request, response, next) {
    const [path = "", query] = (request.url ?? "/").split("?", 2);
    const [, receipt, name] = /^\/+(?:receipt\/+([^/]+)|([^/]+))\/*$/.exec(path) ?? [];
    const methods = receipt === undefined && name !== "preview.png" ? ["GET", "HEAD", "POST"] : ["GET", "HEAD"];
    const segment = receipt ?? name;
    if (segment === undefined || !methods.includes(request.method ?? "")) return next();
    if (name === "preview.png") {
      response.writeHead(200, { ...drawn, "Cache-Control": "max-age=86400" });
      return void response.end(picture);
    }
    const asked = new URLSearchParams(query);
    const language = languageOf(asked.get("lang"), request);
    const visit = { ...desk, request, response, language, words: pageTexts[language] };
    const text = decodeComponent(segment) ?? "";
    (receipt === undefined ? answerLink(visit, text, asked) : showReceipt(visit, text)).catch((error: unknown) => {
      if (response.headersSent || response.closed) return next(error);
      // The app's error handlers hear of it once the buyer has a page.
      response.once("close", () => next(error));
      sendNotice(visit, "failed", { status: 503 });
    });
  };
}

/** Answers with the link that a code names. A wrong code is counted: nobody tries them out. */
async function answerLink(visit: Visit, text: string, asked: URLSearchParams): Promise<void> {
  const { limits, limiter, database, links, uses, request } = visit;
  const wrongCodes = [[`code ${visitorOf(request)}`, limits.wrongCodes]] as const;
  const code = codeOf(text);
  // Whoever has been given a ticket knows this code.
  const ticket = code === undefined ? undefined : ticketIn(request, visit, code);
  const wait = () => (ticket === undefined ? limiter.wait(wrongCodes) : undefined);
  const link = code === undefined || wait() !== undefined ? undefined : await database.read(() => links.find(code));
  // Asked once more: meanwhile others of this visitor's, sent at the same moment, may have been wrong.
  const seconds = wait();
  if (seconds !== undefined) return sendTooMany(visit, seconds);
  if (link === undefined) {
    limiter.count(wrongCodes);
    return sendNotice(visit, "unknown", { status: 404 });
  }
  const isCounted = !isFixedOnce(link) && link.times !== "many";
  const taken = isCounted ? await database.read(() => uses.taken(link.code)) : Number.NEGATIVE_INFINITY;
  const wished = wishes.filter((wish) => asked.has(wish));
  const now = await database.now();
  const linkVisit = { ...visit, link, ticket, now, left: stockOf(link) - taken, wished, isSent: asked.has("sent") };
  return (request.method === "POST" ? takeForm : showLink)(linkVisit);
}

/** Shows an order's receipt, with a button that prints it and the other language; before it is known to be paid, that. */
async function showReceipt(visit: Visit, name: string): Promise<void> {
  const { storefront, signer, router, database, uses, response, language, words } = visit;
  const order = orderOfReceipt(signer, name);
  if (order === undefined) return sendNotice(visit, "unknown", { status: 404 });
  const use = await database.read(() => uses.find(order));
  const { attempts, decisive } = await router.findOrder(order);
  const charge = chargeIn(attempts, use?.payment);
  if (charge === undefined) {
    const { outcome } = decisive ?? {};
    const said = outcome === "pending" || outcome === "unknown" ? words.outcome[outcome] : "unknown";
    return sendNotice(visit, said, { status: 404, refresh: outcome === "pending" ? 5 : undefined });
  }
  const print = html`<button type="button" id="print" hidden>${receiptTexts[language].print}</button>`;
  const end = html`<nav>${otherLanguage(language)}</nav><script>${new Html(printScript)}</script>`;
  const receipt = await receiptFor(visit, charge, { language, givenBack: charge.givenBack, onPage: [print, end] });
  const sent = { status: 200, language, headers: unframedHeaders, scripts: [cspHash(printScript)] };
  sendDocument(response, receipt.html, { ...sent, styles: [receiptStyle(storefront.color)] });
}
