import { html, pageMark } from "@ventanilla/web";
import { texts } from "../texts.ts";
import type { Visit } from "../visit.ts";
import type { Page } from "./layout.ts";

/** The page for an address that does not exist, or for an error of the shop. */
export function problemPage({ language }: Visit, kind: "notFound" | "broken"): Page {
  const say = texts[language];
  return {
    title: say[`${kind}Title`],
    body: html`<div class="empty">${pageMark(kind === "broken" ? "alert" : "plain")}<h1>${say[`${kind}Title`]}</h1><p>${say[kind]}</p><p class="after"><a class="button" href="/">${say.toShelf}</a> <a class="button quiet" href="/orders">${say.seeOrders}</a></p></div>`,
  };
}
