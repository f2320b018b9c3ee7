export { PayEvent, type PayEventType } from "./events.ts";
export type { Messages } from "./messages/es.ts";
export type { Order } from "./order-source.ts";
export type { PayOptions } from "./payment-controller.ts";
export type { PayMode } from "./payment-host.ts";
export type { PayOutcome, PayResult, PayStatus } from "./result.ts";
export { VentanillaPay } from "./ventanilla-pay.ts";
