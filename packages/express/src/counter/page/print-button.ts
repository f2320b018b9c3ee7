import { type Html, html } from "@ventanilla/web";
import type { CounterTexts } from "../texts/texts.ts";

/** Prints a page that has `printScript`. */
export const printButton = ({ print }: CounterTexts): Html =>
  html`<button type="button" class="link" id="print" hidden>${print}</button>`;
