import * as z from "zod";
import { readResultFields } from "./result-fields.ts";

/**
 * The result of a transaction as the session query answers it (contract §2.2), lenient and normalized: the wire's
 * spelling variants come under one name, "N/A" counts as absent, fields that the contract does not know are kept in
 * `unknown`, `CreditCardNumber` is always masked. `contradictions` names the fields whose variants disagreed: treat
 * such a result as not understood. A message without a two-character ResponseCode, or with an object where text
 * belongs, is an issue.
 */
export const TransactionResult = z.unknown().transform((body, context) => {
  const refuse = (path: string[], message: string) => {
    context.issues.push({ code: "custom", input: undefined, path, message });
    return z.NEVER;
  };
  if (typeof body !== "object" || body === null || Array.isArray(body)) return refuse([], "expected an object");
  if (Object.hasOwn(body, "__proto__")) return refuse(["__proto__"], "not a field of a result");
  const { fields, contradictions, unknown, malformed } = readResultFields<unknown>(Object.entries(body));
  for (const name of malformed) return refuse([name], "expected text");
  const { ResponseCode, ...rest } = fields;
  if (ResponseCode === undefined || !/^[0-9A-Z]{2}$/.test(ResponseCode)) {
    return refuse(["ResponseCode"], "expected two digits or upper-case letters");
  }
  return { ResponseCode, ...rest, contradictions, unknown };
});
/** A transaction's result, normalized. */
export type TransactionResult = z.infer<typeof TransactionResult>;
