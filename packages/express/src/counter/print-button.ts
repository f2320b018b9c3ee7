import { type Html, html } from "@ventanilla/web";
import type { CounterTexts } from "./texts/texts.ts";

/** Prints the page. Without a script it is not shown: the browser's menu prints, too. */
export const printButton = ({ print }: CounterTexts): Html =>
  html`<button type="button" class="quiet" id="print" hidden>${print}</button>`;

/** The script of a page that has {@link printButton}. */
export const printScript: string = `
const button = document.getElementById("print");
button.hidden = false;
button.addEventListener("click", () => print());
`;
