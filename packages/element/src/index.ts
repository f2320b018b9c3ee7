export { PayEvent, type PayEventType } from "./events.ts";
export type { PayOutcome, PayResult, PayStatus } from "./result.ts";
export { type PayMode, type PayOptions, VentanillaPay } from "./ventanilla-pay.ts";
