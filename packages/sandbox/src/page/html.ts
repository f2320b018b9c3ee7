/** Markup that is safe to send: every value put into it has been escaped. Only `html` makes it. */
export class Html {
  readonly markup: string;

  constructor(markup: string) {
    this.markup = markup;
  }
}

/** What can stand in an `html` template: text is escaped, markup is not, false and undefined leave nothing. */
export type HtmlValue = Html | string | number | false | undefined | readonly HtmlValue[];

/** A template tag: `html`-tagged markup with all values escaped, for text and for quoted attributes alike. */
export function html(strings: TemplateStringsArray, ...values: HtmlValue[]): Html {
  return new Html(String.raw({ raw: strings }, ...values.map(markupOf)));
}

function markupOf(value: HtmlValue): string {
  if (value === false || value === undefined) return "";
  if (value instanceof Html) return value.markup;
  return typeof value === "object" ? value.map(markupOf).join("") : escapeText(String(value));
}

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

function escapeText(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? "");
}
