import { type Html, html } from "@ventanilla/web";
import { isCardLikeScript } from "../find/card-like.ts";
import { maxFieldLength } from "../list/filter.ts";
import { findTexts } from "../texts/find.ts";
import type { Visit } from "../visit.ts";

const lens = html`<svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true"><circle cx="10.5" cy="10.5" r="6.5" fill="none" stroke="currentColor" stroke-width="2.25"/><path d="m15.5 15.5 5 5" stroke="currentColor" stroke-width="2.25" stroke-linecap="round"/></svg>`;

/**
 * The box in which any payment is searched for. Wide screens show it, and on narrow ones it opens. The page of a search
 * has it open, with what was searched for.
 */
export function searchBox({ language, root, path, query }: Pick<Visit, "language" | "root" | "path" | "query">): Html {
  const { label, placeholder, card, lastFour } = findTexts[language];
  const isHere = path === "/find";
  const text = isHere ? (query.get("q") ?? "") : "";
  const isRefused = isHere && query.has("refused");
  return html`<details class="find${isHere && " here"}"${isHere && html` open`}><summary aria-label="${label}">${lens}</summary>
<form method="get" action="${root}find" role="search" aria-label="${label}"><input id="find" name="q" type="search" value="${text}" maxlength="${maxFieldLength}" aria-label="${label}" placeholder="${placeholder}" autocomplete="off" spellcheck="false" data-card="${card} ${lastFour}"${isRefused && html` aria-invalid="true" autofocus`}><button aria-label="${label}">${lens}</button></form></details>`;
}

/** Of every page: an opened box gets the focus, and what looks like a card number is not sent. */
export const searchScript: string = `{${isCardLikeScript}
const find = document.getElementById("find");
const box = find.closest("details");
if (!box.open) box.addEventListener("toggle", () => box.open && find.focus());
find.addEventListener("input", () => find.setCustomValidity(isCardLike(find.value) ? find.dataset.card : ""));
}`;
