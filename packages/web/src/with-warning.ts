import { type Html, html } from "./html.ts";

/**
 * Sets apart in a sentence what a buyer must not overlook: not to pay again.
 * @param sentence of ours, in Spanish or English
 * @returns the same with that part in bold letters, on one line where it has room; other words stay as they are
 * @example
 * withWarning("Puede que ya se le haya cobrado. No vuelva a pagar todavía.");
 */
export function withWarning(sentence: string): Html {
  const parts = sentence.split(/((?:No vuelva a pagar|Please do not pay again)(?: todavía| yet)?[.:;]?)/);
  return html`${parts.map((part, index) => (index % 2 === 1 ? html`<strong class="unbroken">${part}</strong>` : part))}`;
}
