/**
 * Markup that is safe to send: every value in it has been escaped. {@link html} makes it from a template. The constructor
 * is for the packages' own style sheets and scripts, which a template must not escape.
 */
export class Html {
  readonly #markup: string;

  /** @param markup already safe: each value in it is encoded for its place */
  constructor(markup: string) {
    this.#markup = markup;
  }

  /** @returns the markup */
  toString(): string {
    return this.#markup;
  }
}

/**
 * A value of a template: text is escaped, {@link Html} is not, lists are joined, `undefined` and `false` are left out.
 */
export type HtmlValue = Html | string | number | false | undefined | readonly HtmlValue[];

/**
 * A template tag for HTML. Its values are escaped for element content and for quoted attributes; elsewhere in markup
 * (an unquoted attribute, a script, a style) a value is not safe.
 * @param strings the markup between the values
 * @param values see {@link HtmlValue}
 * @returns the markup with the escaped values
 * @see https://html.spec.whatwg.org/multipage/parsing.html#data-state
 * @example
 * html`<a href="${address}" title="${title}">${isNew && html`<b>new</b>`}${product}</a>`;
 */
export function html(strings: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  return new Html(strings.reduce((markup, next, i) => markup + markupOf(values[i - 1]) + next));
}

function markupOf(value: HtmlValue): string {
  if (value === false || value === undefined) return "";
  if (value instanceof Html) return value.toString();
  return typeof value === "object" ? value.map(markupOf).join("") : escapeText(String(value));
}

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

function escapeText(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? "");
}
