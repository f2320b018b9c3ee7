import type { FaultId } from "./fault-table.ts";

/**
 * What a warning tells of, the worst first: an answer to another request, so that nothing was charged; how much is
 * charged; who is charged for what; the rest; a fault that was asked for.
 */
const harms = ["replay", "money", "payment", "other", "fault"] as const;

/** What the live service ignores without a word, or a fault that acted, for the developer. */
export type Warning = {
  /** One sentence in English, which repeats no secret. */
  readonly text: string;
  readonly harm: (typeof harms)[number];
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

/** A warning about fields: what they decide says how much harm it tells of. Without fields it is one of the rest. */
export function warningAbout(fields: readonly string[], text: string): Warning {
  if (fields.some((field) => moneyFields.has(field))) return { text, harm: "money" };
  return { text, harm: fields.some((field) => paymentFields.has(field)) ? "payment" : "other" };
}

/** Mandatory fields that a lenient bank takes a request without: one warning, or none. */
export function missingWarning(fields: readonly string[]): Warning[] {
  return fields.length > 0 ? [warningAbout(fields, `missing: ${fields.join(", ")}`)] : [];
}

/** A fault acted on the exchange. */
export function faultWarning(fault: FaultId): Warning {
  return { text: `fault ${fault}`, harm: "fault" };
}

/** Warnings in the order of the harm that they tell of, for whoever reads only the first. */
export function byHarm(warnings: readonly Warning[]): Warning[] {
  return warnings.toSorted((a, b) => harms.indexOf(a.harm) - harms.indexOf(b.harm));
}

/** The sentences of warnings, the worst first. */
export function warningTexts(warnings: readonly Warning[]): string[] {
  return byHarm(warnings).map(({ text }) => text);
}
