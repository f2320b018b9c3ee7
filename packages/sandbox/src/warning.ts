import type { FaultId } from "./fault-table.ts";
import type { Reason } from "./reason.ts";

/**
 * The harm that a warning is about, the worst first: `replay`, the answer to another request, so nothing was charged;
 * `money`, how much is charged; `payment`, who is charged for what; `other`; `fault`, an armed fault that acted.
 */
const harms = ["replay", "money", "payment", "other", "fault"] as const;

/** Something that the live service silently ignores, or a fault that acted, for the developer. */
export type Warning = {
  /** One sentence in English, which repeats no secret. */
  readonly text: string;
  /** The same in Spanish, where it has any. */
  readonly es?: string;
  readonly harm: (typeof harms)[number];
  /** The field that was sent and the one that was meant, when the warning is about a wrong name. */
  readonly misspelling?: Misspelling;
};

/** A field under a wrong name, and the name that the bank reads. */
type Misspelling = {
  /** The name that was sent, at most 64 characters. */
  sent: string;
  /** The name that the bank reads. */
  meant: string;
};

/** The misspelling that one of the warnings of a session or transaction is about. */
export type WarnedMisspelling = Misspelling & {
  /** The index of that warning in `warnings`. */
  warning: number;
};

const moneyFields = new Set(["Amount", "Tax", "CurrencyCode", "amount", "tip", "tax", "itbis", "currency"]);
const paymentFields = new Set([
  "OrdenID",
  "OrdenId",
  "TransactionId",
  "TransactionType",
  "MerchantNumber",
  "MerchantTerminal",
  "ReturnUrl",
  "CancelUrl",
  "TxToken",
  "SESSION",
  "session-key",
  "idempotency-key",
  "merchant-id",
  "terminal-id",
  "invoice-number",
  "pnRef",
  "txToken",
]);

/** A warning about fields, whose harm depends on what they decide; `other` without fields. */
export function warningAbout(fields: readonly string[], reason: Reason): Warning {
  if (fields.some((field) => moneyFields.has(field))) return warningOf("money", reason);
  return warningOf(fields.some((field) => paymentFields.has(field)) ? "payment" : "other", reason);
}

/** A warning whose harm is known. */
export function warningOf(harm: Warning["harm"], { en, es }: Reason): Warning {
  return { text: en, ...(es !== undefined && { es }), harm };
}

/** One warning about the mandatory fields that a lenient bank does without; none for no fields. */
export function missingWarning(fields: readonly string[]): Warning[] {
  if (fields.length === 0) return [];
  const names = fields.join(", ");
  return [warningAbout(fields, { es: `${fields.length > 1 ? "faltan" : "falta"}: ${names}`, en: `missing: ${names}` })];
}

/** A fault acted on the exchange. */
export function faultWarning(fault: FaultId): Warning {
  return warningOf("fault", { es: `falla ${fault}`, en: `fault ${fault}` });
}

/** Warnings in the order of their harm, the worst first. */
export function byHarm(warnings: readonly Warning[]): Warning[] {
  return warnings.toSorted((a, b) => harms.indexOf(a.harm) - harms.indexOf(b.harm));
}

/** The misspellings that warnings are about, each with the index of its warning. */
export function misspellingsIn(warnings: readonly Warning[]): WarnedMisspelling[] {
  return warnings.flatMap(({ misspelling }, warning) => (misspelling ? [{ warning, ...misspelling }] : []));
}

/** The sentences of warnings, in their order. Those without Spanish are in English in both lists. */
export function sentencesOf(warnings: readonly Warning[]): { warnings: string[]; warningsEs: string[] } {
  return {
    warnings: warnings.map(({ text }) => text),
    warningsEs: warnings.map(({ text, es = text }) => es),
  };
}
