import { type Html, html } from "@ventanilla/web";
import { wrongTexts } from "../texts/check.ts";
import type { CounterLanguage } from "../texts/texts.ts";

/** What is wrong in a field of a form. */
export interface FieldError {
  /** The id of the field. */
  field: string;
  /** What was typed, where the error is known by that. */
  typed?: string;
  /** What is wrong, and what is to be typed instead. */
  text: string;
}

/**
 * What is wrong with a form, each as a link to its field, below the heading of its page, and on a payment's right above
 * the form; each stands at its field, too.
 * A form that records is checked as a whole, and its summary has the focus. Of one that `asks` or `finds` the first error
 * is known, and of one that `makes` something of a package all are: the first field has the focus.
 */
export type WrongForm = Partial<Record<"records" | "asks" | "finds" | "makes", readonly FieldError[]>>;

/** Nothing without errors. */
export function errorSummary(language: CounterLanguage, wrong: WrongForm): Html | undefined {
  const kind = (["records", "asks", "finds", "makes"] as const).find((name) => (wrong[name] ?? []).length > 0);
  if (kind === undefined) return undefined;
  const words = wrongTexts[language];
  const links = (wrong[kind] ?? []).map(
    ({ field, typed, text }) => html`${typed && `${typed} `}<a href="#${field}">${text}</a>`,
  );
  const said =
    links.length > 1
      ? html`<p>${words[kind]} ${words.correct}</p><ul>${links.map((link) => html`<li>${link}</li>`)}</ul>`
      : html`<p>${words[kind]} ${links}</p>`;
  return html`<div class="alert" role="alert"${kind === "records" && html` tabindex="-1" autofocus`}>${said}</div>
`;
}
