import { type Html, html } from "@ventanilla/web";
import { wrongTexts } from "../texts/check.ts";
import type { CounterLanguage } from "../texts/texts.ts";

/** What is wrong in a field of a form. */
export interface FieldError {
  /** The id of the field. */
  field: string;
  text: string;
}

/**
 * What is wrong with a form, each as a link to its field, above the heading of its page; each stands at its field, too.
 * A form that records is checked as a whole, and its summary has the focus. Of one that `asks` the first error is known,
 * and its field has the focus.
 */
export type WrongForm = Partial<Record<"records" | "asks", readonly FieldError[]>>;

/** Nothing without errors. */
export function errorSummary(language: CounterLanguage, { records = [], asks = [] }: WrongForm): Html | undefined {
  const errors = [...records, ...asks];
  if (errors.length === 0) return undefined;
  const isWhole = records.length > 0;
  const line = ({ field, text }: FieldError) => html`<li><a href="#${field}">${text}</a></li>`;
  return html`<div class="alert" role="alert"${isWhole && html` tabindex="-1" autofocus`}><p>${wrongTexts[language][isWhole ? "records" : "asks"]}</p><ul>${errors.map(line)}</ul></div>
`;
}
