import "@ventanilla/web/node-version";

export { ArgumentError } from "@ventanilla/web";
export {
  type FailedCall,
  type FieldError,
  GatewayError,
  type OutcomeUnknownCode,
  OutcomeUnknownError,
} from "./errors.ts";
export type { Money } from "./money.ts";
export { type AnsweredOperation, type Finality, type ResponseCode, responseCode } from "./response-codes.ts";
export type { BearerProvider } from "./rest/bearer-tokens.ts";
export { checkOut } from "./rest/check-out.ts";
export { idempotencyKey } from "./rest/idempotency-key.ts";
export { openRest, type Rest, type RestOptions } from "./rest/open-rest.ts";
export type { CallOptions } from "./rest/operate.ts";
export { refund } from "./rest/refund.ts";
export type {
  CheckInRequest,
  CheckOutRequest,
  RefundRequest,
  RestRequest,
  SaleRequest,
  VoidRequest,
} from "./rest/rest-request.ts";
export type { RestResult } from "./rest/rest-result.ts";
export { type Original, type Reversal, reverse } from "./rest/reverse.ts";
export { checkIn, sale } from "./rest/sale.ts";
export type { UnclearRequest } from "./rest/unclear-request.ts";
export { voidTransaction } from "./rest/void-transaction.ts";
