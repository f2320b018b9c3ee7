import { type Html, html } from "@ventanilla/web";
import { findTexts } from "../texts/find.ts";
import type { CounterLanguage } from "../texts/texts.ts";

/** What each key does, and the choice to have none of it. Without scripts no key does anything, and it is not shown. */
export function keysCard(language: CounterLanguage): Html {
  const { keys } = findTexts[language];
  return html`<section class="card keyboard" aria-labelledby="keys-title" hidden><h2 id="keys-title">${keys.title}</h2>
<dl>${keys.all.map(
    ([names = "", what]) =>
      html`<div><dt>${names.split(" ").map((name) => html`<kbd>${name}</kbd> `)}</dt><dd>${what}</dd></div>`,
  )}</dl>
<div class="choice"><input type="checkbox" id="keys"><label for="keys">${keys.use}</label><p>${keys.note}</p></div></section>`;
}

/**
 * Of every page: keys that go to the search box, from payment to payment, and to what each key does. They act outside of
 * fields, without Ctrl, Alt or ⌘, and can be switched off (WCAG 2.1.4): for voice control, each is what somebody says.
 */
export const keysScript: string = `{
const name = "ventanilla-counter-keys";
const isOff = () => localStorage.getItem(name) === "off";
const find = document.getElementById("find");
const choice = document.getElementById("keys");
const step = (by) => {
  const rows = [...document.querySelectorAll("main tbody th a")].filter((row) => row.checkVisibility());
  const at = rows.indexOf(document.activeElement);
  rows[at < 0 ? 0 : at + by]?.focus();
};
const keys = {
  "/"() {
    find.closest("details").open = true;
    find.select();
  },
  "?"() {
    location.href = find.form.action + "#keys";
  },
  j: () => step(1),
  k: () => step(-1),
};
document.addEventListener("keydown", (event) => {
  const act = Object.hasOwn(keys, event.key) && keys[event.key];
  if (!act || event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return;
  if (event.target.closest("input, textarea, select") || isOff()) return;
  event.preventDefault();
  act();
});
if (choice) {
  choice.checked = !isOff();
  choice.closest("section").hidden = false;
  choice.addEventListener("change", () => localStorage.setItem(name, choice.checked ? "on" : "off"));
  if (location.hash === "#keys") choice.focus();
}
}`;
