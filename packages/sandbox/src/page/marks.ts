import { type Html, html } from "@ventanilla/web";
import type { Scheme } from "../card-number.ts";

/** The bank's mark: an arched counter window with its ledge and the slot for the slip. */
export const bankMark: Html = html`<svg class="bank-mark" viewBox="0 0 32 32" aria-hidden="true" focusable="false"><path d="M7 22v-6a9 9 0 0 1 18 0v6"/><path d="M4 26h24"/><path class="ledge" d="M12.5 20.5h7"/></svg>`;

/** A neutral mark for each scheme: a shape of our own to tell them apart by, not the scheme's logo. */
export const schemeMarks: Record<Scheme, Html> = {
  visa: html`<svg viewBox="0 0 24 16" aria-hidden="true" focusable="false"><path d="M2 14 9 2h5L7 14zM11 14l7-12h4l-7 12z"/></svg>`,
  mastercard: html`<svg viewBox="0 0 24 16" aria-hidden="true" focusable="false"><path d="M4 2h7v12H4zM13 2h7v12h-7z" class="soft"/><path d="M8 5h8v6H8z"/></svg>`,
  amex: html`<svg viewBox="0 0 24 16" aria-hidden="true" focusable="false"><path d="m12 1 9 7-9 7-9-7zm0 4L8 8l4 3 4-3z" fill-rule="evenodd"/></svg>`,
};
