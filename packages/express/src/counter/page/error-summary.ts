import { type Html, html } from "@ventanilla/web";
import { wrongTexts } from "../texts/check.ts";
import type { CounterLanguage } from "../texts/texts.ts";

/** What is wrong in a field of a form. */
export interface FieldError {
  /** The id of the field. */
  field: string;
  text: string;
}

/** Everything that is wrong with a form, each as a link to its field. It has the focus. Nothing without errors. */
export function errorSummary(language: CounterLanguage, errors: readonly FieldError[]): Html | undefined {
  if (errors.length === 0) return undefined;
  const line = ({ field, text }: FieldError) => html`<li><a href="#${field}">${text}</a></li>`;
  return html`<div class="alert" role="alert" tabindex="-1" autofocus><p>${wrongTexts[language]}</p><ul>${errors.map(line)}</ul></div>`;
}
