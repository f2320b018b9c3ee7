/** A text with its escapes undone, and where each of its characters begins in the text as it was sent. */
export type View = { text: string; at: Uint32Array };

const escapes =
  /%([0-9a-f]{2})|\\u([0-9a-f]{4})|&#x([0-9a-f]{1,6});|&#(\d{1,7});|\\(["'\\/bfnrt])|&(quot|apos|lt|gt|amp);|[\uff01-\uff5e]/gi;
const named: Readonly<Record<string, string>> = { quot: '"', apos: "'", lt: "<", gt: ">", amp: "&" };
const control = /[bfnrt]/i;

/** The text as it was sent. */
export function asSent(text: string): View {
  return { text, at: Uint32Array.from({ length: text.length + 1 }, (_, i) => i) };
}

/**
 * The view with one layer of escapes undone: of addresses and forms (`%63`), of JSON (`\u0063`, `\"`) and of XML
 * (`&#99;`, `&quot;`); full-width characters become those of ASCII. Undefined when there is no escape.
 */
export function undoEscapes(view: View): View | undefined {
  const at = new Uint32Array(view.text.length + 1);
  let text = "";
  let length = 0;
  let read = 0;
  const copy = (until: number): void => {
    at.set(view.at.subarray(read, until), length);
    length += until - read;
    text += view.text.slice(read, until);
  };
  for (const match of view.text.matchAll(escapes)) {
    copy(match.index);
    at[length++] = view.at[match.index] ?? 0;
    text += characterOf(match);
    read = match.index + match[0].length;
  }
  if (read === 0) return undefined;
  copy(view.text.length);
  at[length] = view.at[view.text.length] ?? 0;
  return { text, at };
}

// One character for each escape, so that places can be followed easily.
function characterOf([found, percent, unicode, hex, decimal, letter, entity]: RegExpMatchArray): string {
  const digits = percent ?? unicode ?? hex;
  if (digits !== undefined) return String.fromCharCode(Number.parseInt(digits, 16));
  if (decimal !== undefined) return String.fromCharCode(Number(decimal));
  if (letter !== undefined) return control.test(letter) ? "\n" : letter;
  if (entity !== undefined) return named[entity.toLowerCase()] ?? "";
  return String.fromCharCode(found.charCodeAt(0) - 0xfee0);
}
