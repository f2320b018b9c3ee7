import "@ventanilla/web/node-version";

export type { Handling, HistoryEntry, Resolution, Verdict } from "./attempt/attempt.ts";
export type { OrderView } from "./attempt/order-view.ts";
export type { AttemptView, Outcome } from "./attempt/outcome.ts";
export type { State } from "./attempt/state.ts";
export { CaptureError } from "./capture/capture-error.ts";
export type { CaptureRequest } from "./capture/capture-request.ts";
export type { Handler } from "./handler.ts";
export type { Limits } from "./http/limits.ts";
export type { Options } from "./options.ts";
export type { AuthorizedOrder, Order, OrderDetails, SaleOrder } from "./order/order.ts";
export { PermanentHookError } from "./outbox/call-hook.ts";
export type { AttemptEvent, GivenBackEvent, Hook, HookContext, PaymentEvent } from "./outbox/hook.ts";
export { texts } from "./page/languages.ts";
export type { Storefront } from "./page/page.ts";
export { pageStyle } from "./page/page.ts";
export type { PageText, PartialTexts, Texts, Translations } from "./page/texts.ts";
export type { ListRequest, Payments, PrunedOrder, PruneRequest } from "./payments.ts";
export type { Reconciliation } from "./reconcile.ts";
export type { AlertHook } from "./report/alerts/alert-sender.ts";
export type { ShopAlert } from "./report/alerts/shop-alert.ts";
export type { Health, Problem } from "./report/health.ts";
export type {
  Alert,
  AlertMessage,
  AttemptMessage,
  HookMessage,
  Logger,
  QueryMessage,
  Subject,
} from "./report/messages.ts";
export type { ResolutionInput } from "./staff/resolve.ts";
export { ResolveError } from "./staff/resolve-error.ts";
export type { Summary, SummaryRequest } from "./staff/summary.ts";
export type { CountedSum, SummaryTotals, ToDecide } from "./staff/summary-numbers.ts";
export type { Transaction } from "./stores/store.ts";
export { ventanilla } from "./ventanilla.ts";
