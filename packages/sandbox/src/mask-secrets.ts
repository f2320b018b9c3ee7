import { maskNumber, passesLuhn } from "./card-number.ts";

const hidden = "•••";

// Names under which a secret may stand, in JSON and in forms, however cased; tds_mode is a mode and no secret.
const secretName =
  "(?:card[-_ ]?number|creditcardnumber|number|cv[vc]\\w*|session[-_]?key|sk|otp|token|authorization|tds_(?!mode\\b)\\w+|tkn_\\w+)";
const inJson = new RegExp(`("${secretName}"\\s*:\\s*)("(?:[^"\\\\]|\\\\.)*"?|[^",}\\]\\s]+)`, "gi");
const inForm = new RegExp(`((?:^|[?&])${secretName}=)([^&\\s]*)`, "gi");
const keyOrToken = /(?<![0-9a-z])(?:[0-9a-f]{64}|[0-9a-f]{40})(?![0-9a-z])/gi;
const cardLike = /(?<!\d)\d(?:[ -]?\d){12,18}(?!\d)/g;

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
    .replace(keyOrToken, hidden)
    .replace(cardLike, (digits) =>
      passesLuhn(digits.replace(/\D/g, "")) ? maskNumber(digits.replace(/\D/g, "")) : digits,
    );
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
