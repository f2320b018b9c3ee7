import { responseCode } from "./response-codes.ts";
import { resultContradictions } from "./result-contradictions.ts";
import type { PaymentRequest } from "./wire/payment-request.ts";
import { currencyCodes } from "./wire/shared-values.ts";
import type { TransactionResult } from "./wire/transaction-result.ts";

/**
 * The result of a confirmation. `finality` is that of the response code for a confirmation. It is `review` when the
 * result contradicts itself or names another TransactionId or OrdenID than the confirmation; `contradictions` lists the
 * fields. Look at `finality` first: only an approved result, or one under review, has the authorization.
 */
export type ConfirmationResult =
  | (TransactionResult & { readonly finality: "approved"; readonly ResponseCode: "00" })
  | (Omit<TransactionResult, "AuthorizationCode" | "TxToken"> & { readonly finality: "declined" })
  | (TransactionResult & { readonly finality: "review" });

/** Compares a final result with the confirmation that asked for it. */
export function confirmationResult(request: PaymentRequest, result: TransactionResult): ConfirmationResult {
  const { Amount, CurrencyCode } = request;
  const sent = {
    orderId: request.OrdenID,
    transactionId: request.TransactionId,
    amount: { minor: Number(Amount), currency: CurrencyCode === currencyCodes.USD ? "USD" : "DOP" } as const,
    merchantNumber: request.MerchantNumber,
    transactionType: request.TransactionType,
  };
  const contradictions = resultContradictions(sent, result);
  const { finality } = responseCode(result.ResponseCode, "confirmation");
  // The cast is safe: only 00 is approved, and a final result is never pending.
  return {
    ...result,
    contradictions,
    finality: contradictions.length > 0 ? "review" : finality,
  } as ConfirmationResult;
}
