import "@ventanilla/web/node-version";

export { ArgumentError } from "@ventanilla/web";
export { type AuthorizeForm, authorizeForm } from "./authorize-form.ts";
export { type BuyerSentence, buyerSentences } from "./buyer-sentences.ts";
export type { ClientCertificate } from "./channel.ts";
export type { HostedOptions } from "./check-option-names.ts";
export { confirm } from "./confirm.ts";
export { type Confirmation, confirmationRequest } from "./confirmation-request.ts";
export type { ConfirmationResult } from "./confirmation-result.ts";
export { createSession } from "./create-session.ts";
export { type DirectForm, directForm } from "./direct-form.ts";
export {
  type FailedCall,
  type FieldError,
  GatewayError,
  type OutcomeUnknownCode,
  OutcomeUnknownError,
} from "./errors.ts";
export { type Gateway, type GatewayOptions, openGateway } from "./gateway.ts";
export { installmentsForm } from "./installments-form.ts";
export { type MerchantNameParts, merchantName } from "./merchant-name.ts";
export { type Money, parseMoney } from "./money.ts";
export { type BuyerChange, type BuyerDetails, type NormalizedBuyer, normalizeBuyer } from "./normalize-buyer.ts";
export { checkOrderId, fitsOrderId } from "./order-id.ts";
export { parseReturn } from "./parse-return.ts";
export type { PaymentDetails } from "./payment-details.ts";
export { type Buyer, type BuyerAddress, type Merchant, type PaymentInput, paymentRequest } from "./payment-request.ts";
export { preauthorize } from "./preauthorize.ts";
export {
  type Advice,
  type AnsweredOperation,
  type Finality,
  partialApprovals,
  type ResponseCode,
  responseCode,
  responseCodes,
} from "./response-codes.ts";
export { resultContradictions, type SentPayment } from "./result-contradictions.ts";
export type { GuardedSession, Session } from "./session.ts";
export { type SessionResult, sessionResult } from "./session-result.ts";
export { submitSession } from "./submit-session.ts";
export { type CardScheme, cardSchemeOf } from "./wire/card-scheme-of.ts";
export { type Batch, batchAt, batchOf, checkBatchClose, usualBatchClose } from "./wire/next-batch-close.ts";
export type { PaymentRequest } from "./wire/payment-request.ts";
export { isRealNumber } from "./wire/real-number.ts";
export type { RedirectText } from "./wire/redirect-text.ts";
export type { TransactionResult } from "./wire/transaction-result.ts";
