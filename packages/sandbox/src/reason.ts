import { type ResponseCode, responseCode } from "@ventanilla/client/wire";
import { excerpt } from "./secrets/mask-secrets.ts";

/** Why something was declined or refused, for the developer; in English only where it repeats the bank's answer. */
export type Reason = {
  /** One sentence in English: what was sent and what was expected. */
  en: string;
  /** The same in Spanish. */
  es?: string;
};

/** A reason, or a part of one, in both languages of the panel. */
export type Translated = Required<Reason>;

/** A response code, and why it is not an approval. */
export type Decision = { code: string; reason?: Reason };

/** A value from a request in a sentence. */
export function shown(value: string): string {
  return excerpt(value, 40) || '""';
}

/** An identifier by its beginning and end, as `txn-1a2b…9f0c`: enough to find it, too little to use it. */
export function brief(id: string): string {
  return /^[\w-]{16,}$/.test(id) && /\D/.test(id) ? shown(`${id.slice(0, 8)}…${id.slice(-4)}`) : shown(id);
}

/** The reason about a field with a wrong value. Both values are given as they may be shown. */
export function differs(field: string, sent: string, expected: string, as?: Translated): Reason {
  return {
    es: `"${field}" es ${sent}: se esperaba ${expected}${as ? `, como en ${as.es}` : ""}`,
    en: `"${field}" is ${sent}: expected ${expected}${as ? `, as ${as.en} has it` : ""}`,
  };
}

/** What a response code means, also one that a switch plays: `n7` as N7, `5` as 05. */
export function codeMeaning(code: string): Readonly<ResponseCode> {
  return responseCode(code.toUpperCase().padStart(2, "0"));
}
