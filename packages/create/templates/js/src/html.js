// A template tag that escapes each value, for text and for quoted attributes.
export function html(strings, ...values) {
  return { markup: String.raw({ raw: strings }, ...values.map(markupOf)) };
}

function markupOf(value) {
  if (value === false || value === undefined) return "";
  if (Array.isArray(value)) return value.map(markupOf).join("");
  if (typeof value === "object") return value.markup;
  return String(value).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
