/** A part of a text; its end is the place after it. */
export type Span = { start: number; end: number };

const secretNames = [
  /cv[vcn]|csc$|securitycode|verification(?:value|code)|cardnumber|sessionkey/,
  // Of the 3-D Secure server. A signature is made with the api key.
  /apikey|acctnumber|cardexpiry|authenticationvalue|challengetoken|^x?signature$/,
  /^x?(?:number|pan|sk|otp|token|authorization)$/,
  // tds_mode is a mode, not a secret.
  /^tds(?!mode$)|^tkn/,
];

/** Whether this is the name of a secret, whatever its case and separators: `cvv`, `x-cvv`, `card[securityCode]`. */
export function isSecretName(name: string): boolean {
  const plain = name.toLowerCase().replace(/[^a-z0-9]/g, "");
  return secretNames.some((pattern) => pattern.test(plain));
}

const longestName = 64;
const nameCharacter = { bare: /[\w.[\]-]/, quoted: /[\w.[\] -]/ };
const quoted = { '"': /"(?:[^"\\]|\\.)*"?/sy, "'": /'(?:[^'\\]|\\.)*'?/sy };
const bareInForm = /[^&\s"'<>]*/y;
const bareInJson = /[^,}\]\s"'&<>]*/y;

/**
 * The values under the name of a secret: in JSON, strict or not, in forms, in multipart forms, in XML. A
 * list or object is a value as a whole.
 */
export function namedSecrets(text: string): Span[] {
  return [...pairs(text), ...elements(text)];
}

/** `"name": value`, `name=value`, and `name="cvv"` with a value of its own behind it. */
function pairs(text: string): Span[] {
  const spans: Span[] = [];
  const separator = /[:=]>?\s*/g;
  for (let found = separator.exec(text); found; found = separator.exec(text)) {
    const name = nameBefore(text, found.index);
    if (name === "") continue;
    const start = separator.lastIndex;
    if (isSecretName(name)) {
      const end = valueEnd(text, start, found[0].startsWith("="));
      if (isSentence(text, found.index, start, end)) continue;
      spans.push({ start, end });
      separator.lastIndex = end;
    } else if (/^(?:name|key|field)$/i.test(name.trim())) {
      const end = valueEnd(text, start, true);
      if (end - start <= longestName && isSecretName(text.slice(start, end))) {
        const value = valueOfPart(text, end);
        spans.push(value);
        separator.lastIndex = value.end;
      }
    }
  }
  return spans;
}

/** `sk = session-key`, as people explain a field: name and value without quotes, and no digit in the value. */
function isSentence(text: string, place: number, start: number, end: number): boolean {
  return (
    /\s/.test(text.charAt(start - 1)) &&
    /[\w\s]/.test(text.charAt(place - 1)) &&
    /^[a-z]\D*$/i.test(text.slice(start, end))
  );
}

function nameBefore(text: string, place: number): string {
  let end = place;
  while (end > 0 && /\s/.test(text.charAt(end - 1))) end--;
  const isQuoted = /["']/.test(text.charAt(end - 1));
  if (isQuoted) end--;
  const character = isQuoted ? nameCharacter.quoted : nameCharacter.bare;
  let start = end;
  while (start > 0 && end - start < longestName && character.test(text.charAt(start - 1))) start--;
  return text.slice(start, end);
}

/** Where the value that begins at `start` ends; one that never ends takes the rest of the text. */
function valueEnd(text: string, start: number, inForm: boolean): number {
  const first = text.charAt(start);
  if (first === '"' || first === "'") return endOf(quoted[first], text, start);
  if (first !== "[" && first !== "{") return endOf(inForm ? bareInForm : bareInJson, text, start);
  const token = /"(?:[^"\\]|\\.)*"?|[[{]|[\]}]/gs;
  token.lastIndex = start;
  let depth = 0;
  for (let found = token.exec(text); found; found = token.exec(text)) {
    if (/^[[{]/.test(found[0])) depth++;
    else if (/^[\]}]/.test(found[0])) depth--;
    if (depth === 0) return token.lastIndex;
  }
  return text.length;
}

function endOf(pattern: RegExp, text: string, start: number): number {
  pattern.lastIndex = start;
  return start + (pattern.exec(text)?.[0].length ?? 0);
}

/** What belongs to a name that was itself a value: the part of a multipart form, the rest of an object or element. */
function valueOfPart(text: string, from: number): Span {
  const head = /[^\r\n]*\r?\n(?:[^\r\n]+\r?\n)*\r?\n/y;
  const start = endOf(head, text, from);
  const stop = start > from ? /\r?\n--/g : /\}|<\/|\/>/g;
  stop.lastIndex = start;
  return { start, end: stop.exec(text)?.index ?? text.length };
}

/** `<name>value</name>`. */
function elements(text: string): Span[] {
  const spans: Span[] = [];
  const opening = /<([\w:.-]{1,64})(?:\s[^<>]*)?>/g;
  for (let found = opening.exec(text); found; found = opening.exec(text)) {
    const [tag, name = ""] = found;
    if (tag.endsWith("/>") || !isSecretName(name.replace(/^.*:/, ""))) continue;
    const start = opening.lastIndex;
    const closing = text.indexOf(`</${name}`, start);
    const end = closing < 0 ? text.length : closing;
    spans.push({ start, end });
    opening.lastIndex = end;
  }
  return spans;
}
