const money = ["Amount", "Tax", "CurrencyCode", "amount", "tip", "tax", "itbis", "currency"];
const whichPayment = [
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
];

/**
 * Warnings in the order of the harm that they tell of, for whoever reads only the first: what changes how much is charged,
 * what changes who is charged for what, the rest, and last the faults that were asked for.
 */
export function byHarm(warnings: readonly string[]): string[] {
  return warnings.toSorted((a, b) => rankOf(a) - rankOf(b));
}

function rankOf(warning: string): number {
  if (warning.startsWith("fault ")) return 3;
  // Another request's answer: whatever else is wrong, nothing was charged.
  if (warning.startsWith("this is the answer to ")) return -1;
  const named = new Set(
    warning.startsWith("missing: ")
      ? warning.slice("missing: ".length).split(", ")
      : [...warning.matchAll(/"([\w-]+)"/g)].map(([, name = ""]) => name),
  );
  if (money.some((name) => named.has(name))) return 0;
  return whichPayment.some((name) => named.has(name)) ? 1 : 2;
}
