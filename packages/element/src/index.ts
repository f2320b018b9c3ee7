export { PayEvent, type PayEventType } from "./events.ts";
export type { Messages } from "./messages/es.ts";
export type { PayMode } from "./payment-host.ts";
export type { PayOutcome, PayResult, PayStatus } from "./result.ts";
export { type PayOptions, VentanillaPay } from "./ventanilla-pay.ts";
