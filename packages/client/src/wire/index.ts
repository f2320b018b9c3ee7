export { type ResponseCode, responseCode, responseCodes } from "../response-codes.ts";
export {
  type AnswerFieldRule,
  type AnswerFieldRules,
  fieldErrorFields,
  namesOf,
  restRefusalFields,
  restResponseFields,
  resultFields,
  sessionFields,
  sessionRefusalFields,
} from "./answer-fields.ts";
export {
  type AuthenticationField,
  type AuthenticationFieldRule,
  authenticationFields,
  authenticationPaths,
  authenticationStatusFields,
  type TransStatus,
  transStatuses,
} from "./authentication-fields.ts";
export { isCharge } from "./charge.ts";
export type { PaymentRequestRule, Requirement, TransactionType } from "./field-rule.ts";
export { type Hints, meantField } from "./meant-field.ts";
export { type Batch, batchAt, batchOf, checkBatchClose, nextBatchClose, usualBatchClose } from "./next-batch-close.ts";
export { PaymentRequest } from "./payment-request.ts";
export { type PaymentRequestField, paymentRequestFields } from "./payment-request-fields.ts";
export { RedirectText } from "./redirect-text.ts";
export { parseRestAmount, restAmount } from "./rest-amount.ts";
export { cardSchemes } from "./rest-card-schemes.ts";
export { type RestCondition, restConditions } from "./rest-conditions.ts";
export type { RestFieldRule } from "./rest-field-rule.ts";
export { type RestField, restFields } from "./rest-fields.ts";
export { restHints } from "./rest-hints.ts";
export type { RestIssue, RestValues } from "./rest-issue.ts";
export { restIssues } from "./rest-issues.ts";
export {
  idempotencyKeyPaths,
  type RestOperation,
  type RestRequirement,
  restExampleFields,
  restPaths,
  restRequirements,
  restRuleOf,
  takesField,
} from "./rest-requirements.ts";
export { RestResponse, type RestResponseField } from "./rest-response.ts";
export { type RestEnvironment, restEnvironments, tokenEcis } from "./rest-values.ts";
export { sessionHints } from "./session-hints.ts";
export { SessionResponse } from "./session-response.ts";
export { currencyCodes } from "./shared-values.ts";
export { type Spelling, spellings } from "./spellings.ts";
export { TransactionResult } from "./transaction-result.ts";
