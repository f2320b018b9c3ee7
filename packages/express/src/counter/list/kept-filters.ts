import type { IncomingMessage } from "node:http";
import { type Html, html } from "@ventanilla/web";
import type { DeskSettings } from "../../staff/desk-settings.ts";
import { isCardLike } from "../find/card-like.ts";
import { keepSigned, type SignedCookie, signedText } from "../signed-cookie.ts";
import { listTexts } from "../texts/list.ts";
import type { Answer, CounterRoute, Visit } from "../visit.ts";
import { filterOf } from "./filter.ts";

/** A filter of the list that somebody has given a name. */
interface KeptFilter {
  name: string;
  /** As the address of the list has it. */
  query: string;
}

const cookie: SignedCookie = { name: "ventanilla-counter-filters", purpose: "ventanilla counter filters" };
const maxName = 40;
/** Browsers send the cookie with each request, so it is small: about ten filters. */
const maxCookie = 2000;

/** `/filters`: gives the filter of a form a name, or removes one. Only this browser knows them. */
export const filterRoutes: readonly CounterRoute[] = [
  { method: "POST", path: /^\/filters$/, may: "look", answer: keepFilter },
];

/** The filter that an address of the list has, without what is empty and which of its pages it is. */
export function filterQuery(query: URLSearchParams): string {
  const kept = [...query].filter(([name, value]) => value.trim() !== "" && name !== "after" && name !== "lang");
  return new URLSearchParams(kept).toString();
}

function keptFilters(request: IncomingMessage, settings: DeskSettings): KeptFilter[] {
  const text = signedText(request, settings, cookie);
  if (text === undefined) return [];
  return JSON.parse(Buffer.from(text, "base64url").toString()) as KeptFilter[];
}

async function keepFilter(visit: Visit): Promise<Answer> {
  const { fields, request, response, settings } = visit;
  const name = (fields.get("name") ?? "").replaceAll(/\s+/g, " ").trim().slice(0, maxName);
  const query = filterQuery(new URLSearchParams(fields.get("query")));
  const removed = fields.get("remove");
  const { filter } = filterOf(new URLSearchParams(query), settings);
  const textOf = (filters: readonly KeptFilter[]) => Buffer.from(JSON.stringify(filters)).toString("base64url");
  const fits = textOf([{ name, query }]).length <= maxCookie;
  const isNew = filter !== undefined && query !== "" && name !== "" && !isCardLike(name) && fits;
  const others = keptFilters(request, settings).filter((kept) => kept.name !== (isNew ? name : removed));
  const all = isNew ? [{ name, query }, ...others] : others;
  // The oldest makes room.
  while (textOf(all).length > maxCookie) all.pop();
  keepSigned(response, settings, cookie, textOf(all));
  return { to: filter === undefined || query === "" ? "payments" : `payments?${query}` };
}

/** The filters of this browser; and below the fields what removes each, and a name for the one that is shown. */
export function keptFilterForms(visit: Visit, isFiltered: boolean): { links: Html | undefined; forms: Html } {
  const { request, settings, root, token, language, query } = visit;
  const words = listTexts[language].kept;
  const shown = filterQuery(query);
  const kept = keptFilters(request, settings);
  const form = (inner: Html, attributes: Html) =>
    html`<form method="post" action="${root}filters"${attributes}><input type="hidden" name="token" value="${token}"><input type="hidden" name="query" value="${shown}">${inner}</form>`;
  const links = kept.map(
    (each) =>
      html` <a href="${root}payments?${each.query}"${each.query === shown && html` aria-current="page"`}>${each.name}</a>`,
  );
  const removals = kept.map(
    ({ name }) => html`<button class="link" name="remove" value="${name}">${words.remove(name)}</button>`,
  );
  const isNew = isFiltered && kept.every((each) => each.query !== shown);
  const named = html`<label for="name">${words.name}</label><input id="name" name="name" maxlength="${maxName}" autocomplete="off" pattern=".*\\S.*" required><button class="quiet">${words.save}</button><small>${words.note}</small>`;
  return {
    links:
      kept.length > 0 ? html`<p class="kept-filters"><span class="dim">${words.title}:</span>${links}</p>` : undefined,
    forms: html`${isNew && form(named, html` class="row keep"`)}${kept.length > 0 && form(html`${removals}`, html` class="row"`)}`,
  };
}
