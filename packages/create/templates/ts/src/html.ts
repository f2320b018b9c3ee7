/** Markup that is safe to send: every value in it was escaped. */
export interface Html {
  markup: string;
}

export type HtmlValue = Html | string | number | false | undefined | HtmlValue[];

// A template tag that escapes each value, for text and for quoted attributes.
export function html(strings: TemplateStringsArray, ...values: HtmlValue[]): Html {
  return { markup: String.raw({ raw: strings }, ...values.map(markupOf)) };
}

function markupOf(value: HtmlValue): string {
  if (value === false || value === undefined) return "";
  if (Array.isArray(value)) return value.map(markupOf).join("");
  if (typeof value === "object") return value.markup;
  return String(value).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
