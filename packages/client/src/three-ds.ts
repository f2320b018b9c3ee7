import "@ventanilla/web/node-version";

export { ArgumentError } from "@ventanilla/web";
export type { HostedOptions } from "./check-option-names.ts";
export {
  type FailedCall,
  type FieldError,
  GatewayError,
  type OutcomeUnknownCode,
  OutcomeUnknownError,
} from "./errors.ts";
export type { Money } from "./money.ts";
export { type AuthenticationRequest, authenticate, type BuyerBrowser } from "./three-ds/authenticate.ts";
export type { Authentication, Challenge } from "./three-ds/authentication.ts";
export { authenticationStatus } from "./three-ds/authentication-status.ts";
export { openThreeDs, type ThreeDs, type ThreeDsOptions } from "./three-ds/open-three-ds.ts";
export { type TdsFields, tdsFields } from "./three-ds/tds-fields.ts";
export type { TransStatus } from "./wire/authentication-fields.ts";
