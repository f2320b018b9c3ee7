import type * as z from "zod";
import { resultFields } from "./answer-fields.ts";
import { answerSchema } from "./read-answer.ts";

/**
 * The result of a transaction as the session query answers it (contract §2.2), lenient and normalized: the wire's
 * spelling variants come under one name, "N/A" counts as absent, fields that the contract does not know are kept in
 * `unknown`, `CreditCardNumber` is always masked. `contradictions` names the fields whose variants disagreed: treat
 * such a result as not understood. A message without a ResponseCode of one or two characters, or with an object where text
 * belongs, is an issue.
 */
export const TransactionResult = answerSchema<keyof typeof resultFields, "ResponseCode">(
  resultFields,
  ({ ResponseCode }) => (ResponseCode === undefined ? "ResponseCode" : undefined),
);
/**
 * A transaction's result, normalized. `unknown` holds the fields that the contract does not name, as they came.
 * @see docs/contributing/contract.md#2.2-results
 */
export type TransactionResult = Omit<z.infer<typeof TransactionResult>, "contradictions"> & {
  /** The fields whose spelling variants disagreed. */
  contradictions: string[];
};
