import { type Html, html } from "@ventanilla/web";
import { launchForm } from "./launch-form.ts";
import type { PageSettings } from "./page.ts";

/**
 * Where the same page is in another language: at an address, relative or of the router, or in the answer to these fields
 * of a launch, where the page has no address of its own.
 */
export type SamePage = string | Record<string, string | undefined>;

/**
 * Links to the page in each other language, each in the words of its own. As buttons they launch nothing: the fields name
 * why the launch was refused.
 */
export function languageLinks(settings: PageSettings, shown: string, same: SamePage | undefined): Html | undefined {
  if (same === undefined) return undefined;
  const others = settings.languages.others(shown);
  if (typeof same === "string") {
    const [path, search] = same.split("?");
    const query = new URLSearchParams(search);
    return html`<p class="languages">${others.map(({ language, name }) => {
      query.set("lang", language);
      return html`<a href="${path}?${query.toString()}" hreflang="${language}" lang="${language}">${name}</a> `;
    })}</p>`;
  }
  const buttons = others.map(
    ({ language, name }) => html`<button name="lang" value="${language}" lang="${language}">${name}</button> `,
  );
  return launchForm(settings, { ...same, lang: undefined }, html`<p class="languages">${buttons}</p>`);
}
