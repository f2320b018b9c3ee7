/**
 * A text with its escapes undone, and where each of its characters begins in the text as it was sent. Without `at` it is
 * that text.
 */
export type View = { text: string; at?: Uint32Array };

const escapes =
  /%([0-9a-f]{2})|\\u([0-9a-f]{4})|&#x([0-9a-f]{1,6});|&#(\d{1,7});|\\(["'\\/bfnrt])|&(quot|apos|lt|gt|amp);|[\uff01-\uff5e]/gi;
const named: Readonly<Record<string, string>> = { quot: '"', apos: "'", lt: "<", gt: ">", amp: "&" };
const control = /[bfnrt]/i;

/**
 * The view with one layer of escapes undone: of addresses and forms (`%63`), of JSON (`\u0063`, `\"`) and of XML
 * (`&#99;`, `&quot;`); full-width characters become those of ASCII. Undefined when there is no escape.
 */
export function undoEscapes({ text: before, at: placesBefore }: View): View | undefined {
  if (before.search(escapes) === -1) return undefined;
  const at = new Uint32Array(before.length + 1);
  let text = "";
  let read = 0;
  const place = (index: number): void => {
    at[text.length] = placesBefore?.[index] ?? index;
  };
  const copy = (until: number): void => {
    for (; read < until; read++) {
      place(read);
      text += before.charAt(read);
    }
  };
  for (const match of before.matchAll(escapes)) {
    copy(match.index);
    place(match.index);
    text += characterOf(match);
    read = match.index + match[0].length;
  }
  copy(before.length);
  place(before.length);
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
