import { type Html, type HtmlValue, html } from "@ventanilla/web";
import type { PageContent } from "../pages.ts";
import { type CheckTexts, checkTexts } from "../texts/check.ts";
import type { Visit } from "../visit.ts";

/** What is about to be recorded. */
export interface Check {
  section: "decide" | "payments";
  /** The amount, and what it means. */
  amount: string;
  said: string;
  rows: readonly (readonly [name: string, value: HtmlValue])[];
  /** Where the form is sent: with `step` as `record` or `change`. */
  action: string;
  /** The fields of the form that was sent, which are sent again. */
  fields: readonly string[];
  /** Default: it is about to be recorded */
  words?: CheckTexts;
}

/** What is about to be recorded, to confirm or to change it: it cannot be undone. */
export function checkPage(visit: Visit, check: Check): PageContent {
  const { section, amount, said, rows, action, fields, words = checkTexts[visit.language] } = check;
  const row = ([name, value]: Check["rows"][number]): Html | undefined =>
    value === undefined ? undefined : html`<div class="long"><dt>${name}</dt><dd>${value}</dd></div>`;
  return {
    title: words.title,
    section,
    body: html`<section class="card waits check"><p>${words.about}</p>
<p class="headline"><span class="sum">${amount}</span> <strong>${said}</strong></p>
<dl>${rows.map(row)}</dl>
<form method="post" action="${visit.root}${action}">
<input type="hidden" name="token" value="${visit.token}">
${fields.map((name) => html`<input type="hidden" name="${name}" value="${visit.fields.get(name) ?? ""}">`)}
<p class="dim">${words.final}</p>
<p class="row"><button name="step" value="record">${words.confirm}</button> <button class="quiet" name="step" value="change">${words.change}</button></p>
</form></section>`,
  };
}
