import { responseCode, type SessionResult, type TransactionResult } from "@ventanilla/client";
import type { Attempt, Verdict } from "./attempt.ts";

/**
 * What the bank's answer to the result query says about one attempt.
 *
 * - `approved`, `declined`, `review`: the transaction is finished. `review` is approved-like, but not a plain approval of
 *   exactly this attempt.
 * - `inProgress`: there is a result, and its code is not final.
 * - `empty`: no result yet.
 * - `gone`: the bank has no such session.
 * - `wrongKey`: the bank does not accept the session key.
 * - `unclear`: no answer, or none that can be read.
 */
export type Answer =
  | { kind: "approved" | "declined" | "review"; verdict: Verdict }
  | { kind: "inProgress" | "empty" | "gone" | "wrongKey" | "unclear" };

const kinds = { pending: "empty", "not-found": "gone", "wrong-key": "wrongKey" } as const;

/**
 * Reads the bank's answer for an attempt. Only a finished transaction that names this very TransactionId, and no other
 * OrdenID, approves or declines.
 * @param result `undefined` when there was no readable answer
 */
export function readAnswer(attempt: Attempt, result: SessionResult | undefined): Answer {
  if (result === undefined) return { kind: "unclear" };
  return result.status === "finished" ? readResult(attempt, result.result) : { kind: kinds[result.status] };
}

function readResult(attempt: Attempt, result: TransactionResult): Answer {
  const code = result.ResponseCode;
  const { finality } = responseCode(code);
  if (finality === "pending") return { kind: "inProgress" };
  const mismatch = new Set(result.contradictions);
  for (const field of disagreeing(attempt, result)) mismatch.add(field);
  const verdict: Verdict = {
    code,
    ...(result.AuthorizationCode !== undefined && { authorizationCode: result.AuthorizationCode }),
    ...(result.RetrievalReferenceNumber !== undefined && { reference: result.RetrievalReferenceNumber }),
    ...(result.CreditCardNumber !== undefined && { maskedCard: result.CreditCardNumber }),
    ...(mismatch.size > 0 && { mismatch: [...mismatch] }),
  };
  return { kind: mismatch.size > 0 ? "review" : finality, verdict };
}

/**
 * The fields by which the result is another payment's. The query is made with the attempt's own session and key, and some
 * deployments return no order: its absence contradicts nothing while the TransactionId agrees.
 */
function disagreeing({ order, transactionId }: Attempt, { OrdenID, TransactionId }: TransactionResult): string[] {
  const isOtherOrder = OrdenID ? OrdenID !== order : !TransactionId;
  return [...(isOtherOrder ? ["OrdenID"] : []), ...(TransactionId === transactionId ? [] : ["TransactionId"])];
}
