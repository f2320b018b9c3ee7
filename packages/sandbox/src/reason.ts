import { maskNumber } from "./card-number.ts";
import { maskSecrets } from "./mask-secrets.ts";

/** Why something was declined or refused, for the developer: one sentence in each language of the panel. */
export type Reason = { es: string; en: string };

/** A response code, and why it is not an approval. */
export type Decision = { code: string; reason?: Reason };

const longest = 40;

/** A value from a request, fit for a sentence on a terminal: no secrets, no control characters, no great length. */
export function shown(value: string): string {
  const clean = maskSecrets(value.slice(0, 80))
    .replace(/\d(?:[ -]?\d){12,}/g, (digits) => maskNumber(digits.replace(/\D/g, "")))
    .replace(/[\p{C}\p{Zl}\p{Zp}]/gu, "?");
  if (clean === "") return '""';
  return clean.length > longest ? `${clean.slice(0, longest)}…` : clean;
}

/** An identifier by its beginning and end, as `txn-1a2b…9f0c`: enough to find it, too little to use it. */
export function brief(id: string): string {
  return /^[\w-]{16,}$/.test(id) && /\D/.test(id) ? shown(`${id.slice(0, 8)}…${id.slice(-4)}`) : shown(id);
}

/** Minor units as people write them, in major units: `2950.00`. */
export function money(minor: number): string {
  return (minor / 100).toFixed(2);
}

/** A field whose value is not the one it has to be. Both are given as they may be shown. */
export function differs(field: string, sent: string, expected: string, as?: Reason): Reason {
  return {
    es: `"${field}" es ${sent}: se esperaba ${expected}${as ? `, como en ${as.es}` : ""}`,
    en: `"${field}" is ${sent}: expected ${expected}${as ? `, as ${as.en} has it` : ""}`,
  };
}
