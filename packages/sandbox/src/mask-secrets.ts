import { maskNumber, passesLuhn } from "./card-number.ts";

const hidden = "•••";

// Names under which a secret may stand, in JSON and in forms, however cased; tds_mode is a mode and no secret.
const secretName =
  "(?:card[-_ ]?number|creditcardnumber|number|cv[vc]\\w*|session[-_]?key|sk|otp|token|authorization|tds_(?!mode\\b)\\w+|tkn_\\w+)";
const inJson = new RegExp(`("${secretName}"\\s*:\\s*)("(?:[^"\\\\]|\\\\.)*"?|[^",}\\]\\s]+)`, "gi");
const inForm = new RegExp(`((?:^|[?&])${secretName}=)([^&\\s]*)`, "gi");
// An escape such as %2F or %20 ends in what could be the secret's own first characters.
const keyOrToken = /(%[0-9a-f]{2}|(?<![0-9a-z]))(?:[0-9a-f]{64}|[0-9a-f]{40})(?![0-9a-z])/gi;
const cardLike = /(%[0-9a-f]{2}|(?<!\d))(\d(?:(?:[ +-]|%20)?\d){12,18})(?!\d)/gi;

/**
 * A text of the wire without its secrets: card numbers (masked), CVV, one-time codes, session keys, bearer tokens and
 * 3-D Secure and network token values, wherever they stand under their own name; card numbers, session keys and bearer
 * tokens also under any other.
 */
export function maskSecrets(text: string): string {
  if (text === "") return text;
  return text
    .replace(inJson, (_, name: string, value: string) => `${name}"${maskValue(value)}"`)
    .replace(inForm, (_, name: string, value: string) => name + maskValue(value))
    .replace(keyOrToken, `$1${hidden}`)
    .replace(cardLike, (found, before: string, number: string) => {
      const digits = number.replace(/%20|\D/g, "");
      return passesLuhn(digits) ? before + maskNumber(digits) : found;
    });
}

/**
 * A text from a request, fit for a sentence on a terminal: no secrets, no run of digits as long as a card number, no
 * control or bidirectional characters, at most `maxLength` characters and an ellipsis.
 */
export function printable(text: string, maxLength: number): string {
  // Masked before it is cut: half a key is no key to the pattern, and would stay.
  const masked = maskSecrets(text).replace(/\d(?:[ -]?\d){12,}/g, (digits) => maskNumber(digits.replace(/\D/g, "")));
  const clean = masked.slice(0, maxLength).replace(/[\p{C}\p{Zl}\p{Zp}]/gu, "?");
  return masked.length > maxLength ? `${clean}…` : clean;
}

/** Header values without secrets: those that carry credentials are hidden whatever they hold. */
export function maskHeaders(headers: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> {
  const masked: Record<string, string> = {};
  for (const name of Object.keys(headers)) {
    const value = headers[name];
    if (value === undefined) continue;
    masked[name] = /authorization|cookie|token|secret|api-?key/.test(name) ? hidden : maskSecrets(String(value));
  }
  return masked;
}

// A card number stays recognisable by its first six and last four digits; a card already masked is no secret.
function maskValue(value: string): string {
  const text = value.replace(/^"|"$/g, "");
  if (/^\d{6}[_*Xx.]+\d{4}$/.test(text)) return text;
  const digits = text.replace(/%20|[\s+-]/g, "");
  return /^\d{13,19}$/.test(digits) ? maskNumber(digits) : hidden;
}
