/** Markup that is safe to send: only {@link html} makes it. */
export class Html {
  readonly markup: string;

  constructor(markup: string) {
    this.markup = markup;
  }

  toString(): string {
    return this.markup;
  }
}

/** What may stand in a template: text is escaped, nothing (`undefined`, `false`) leaves nothing, lists are joined. */
export type Fragment = Html | string | number | undefined | false | readonly Fragment[];

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

function markupOf(fragment: Fragment): string {
  if (fragment === undefined || fragment === false) return "";
  if (fragment instanceof Html) return fragment.markup;
  if (typeof fragment === "object") return fragment.map(markupOf).join("");
  return String(fragment).replace(/[&<>"']/g, (character) => entities[character] ?? character);
}

/** A template whose values are escaped for element content and for quoted attributes, the two places the shop uses. */
export function html(strings: TemplateStringsArray, ...values: readonly Fragment[]): Html {
  return new Html(strings.map((text, i) => text + markupOf(values[i])).join(""));
}
