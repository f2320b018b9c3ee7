import { cardLikeDigits } from "@ventanilla/web";
import { maskNumber } from "../card-number.ts";
import { cardNumbersIn } from "./card-numbers-in.ts";
import { isSecretName, namedSecrets, type Span } from "./named-secrets.ts";
import { undoEscapes, type View } from "./undo-escapes.ts";

const hidden = "•••";

// The session-key and the bearer token have 64 and 40 hexadecimal digits. More hexadecimal digits may stand right
// beside them; those of an escape such as %2F do not belong to them. What comes before is looked at last: most places
// have not even one such digit.
const keyOrToken = /(?=[0-9a-f]{40})(?<!%[0-9a-f]?|\\u[0-9a-f]{0,3})[0-9a-f]{40,}/gi;

// Text with more layers of encoding than this is hidden as a whole.
const maxLayers = 5;

// Most orders and references: no `name=value`, no escape, and too short for a secret without a name.
const harmless = /^[\w -]{0,12}$/;

/** A secret in a text as it was sent, and its replacement. */
type Mask = Span & { shown: string };

/**
 * A text from the wire without its secrets: card numbers (masked), CVV, one-time codes, session keys, bearer tokens and
 * 3-D Secure and network token values, wherever they are under their own name; card numbers, session keys and bearer
 * tokens also under any other name. Names and values are found after decoding, and replaced in the text as it was sent.
 */
export function maskSecrets(text: string): string {
  if (harmless.test(text)) return text;
  const masks: Mask[] = [];
  let view: View | undefined = { text };
  for (let layer = 0; view !== undefined; layer++) {
    if (layer > maxLayers) return hidden;
    masks.push(...masksOf(view));
    view = undoEscapes(view);
  }
  return withMasks(text, masks);
}

function masksOf({ text, at }: View): Mask[] {
  const mask = ({ start, end }: Span, shown: string): Mask => ({
    start: at?.[start] ?? start,
    end: at?.[end] ?? end,
    shown,
  });
  return [
    ...namedSecrets(text).map((span) => {
      const value = text.slice(span.start, span.end);
      const [, quote = ""] = /^(["'])/.exec(value) ?? [];
      // A number or list in JSON becomes a string, so that the rest of it stays JSON.
      const around = quote || (at === undefined && /:\s*$/.test(text.slice(span.start - 4, span.start)) ? '"' : "");
      return mask(span, around + maskValue(value) + around);
    }),
    ...[...text.matchAll(keyOrToken)].map(({ 0: key, index }) =>
      mask({ start: index, end: index + key.length }, hidden),
    ),
    ...cardNumbersIn(text).map((span) => mask(span, maskNumber(text.slice(span.start, span.end).replace(/\D/g, "")))),
  ];
}

/** The text with every mask in place; overlapping masks become one. */
function withMasks(text: string, masks: Mask[]): string {
  masks.sort((a, b) => a.start - b.start || b.end - a.end);
  const merged: Mask[] = [];
  for (const mask of masks) {
    const last = merged.at(-1);
    if (last === undefined || mask.start >= last.end) merged.push({ ...mask });
    else if (mask.end > last.end) Object.assign(last, { end: mask.end, shown: hidden });
  }
  let shown = "";
  let read = 0;
  for (const mask of merged) {
    shown += text.slice(read, mask.start) + mask.shown;
    read = mask.end;
  }
  return shown + text.slice(read);
}

// What programs make of 0.1 + 0.2. There are too few digits before the point for a card number.
const decimal = /^\d{1,10}\.\d+$/;

/**
 * A text from a request that may be printed on a terminal: no secrets, no run of digits as long as a card number, no
 * control or bidirectional characters, at most `maxLength` characters and an ellipsis.
 */
export function excerpt(text: string, maxLength: number): string {
  // Masked before it is cut: the pattern does not match half a key, which would remain.
  const masked = maskSecrets(text).replace(cardLikeDigits, (digits) =>
    decimal.test(digits) ? digits : maskNumber(digits.replace(/\P{Nd}/gu, "")),
  );
  const clean = masked.slice(0, maxLength).replace(/[\p{C}\p{Zl}\p{Zp}]/gu, "?");
  return masked.length > maxLength ? `${clean}…` : clean;
}

/** Header values without secrets; headers for credentials are always hidden. */
export function maskHeaders(headers: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> {
  const masked: Record<string, string> = {};
  for (const name of Object.keys(headers)) {
    const value = headers[name];
    if (value === undefined) continue;
    const isSecret = /authorization|cookie|token|secret|api-?key/.test(name) || isSecretName(name);
    masked[name] = isSecret ? hidden : maskSecrets(String(value));
  }
  return masked;
}

// A card number keeps its first six and last four digits; one that is already masked is not a secret.
function maskValue(value: string): string {
  const text = value.replace(/^["']|["']$/g, "");
  if (/^\d{6}[_*Xx.]+\d{4}$/.test(text)) return text;
  const digits = text.replace(/%20|[\s+-]/g, "");
  return /^\d{13,19}$/.test(digits) ? maskNumber(digits) : hidden;
}
