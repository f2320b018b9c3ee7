export type { PaymentRequestRule, Requirement, TransactionType } from "./field-rule.ts";
export { nearestName } from "./nearest-name.ts";
export { PaymentRequest } from "./payment-request.ts";
export { type PaymentRequestField, paymentRequestFields } from "./payment-request-fields.ts";
export { RedirectText } from "./redirect-text.ts";
export { SessionResponse } from "./session-response.ts";
export { TransactionResult } from "./transaction-result.ts";
