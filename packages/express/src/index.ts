import "@ventanilla/web/node-version";

export type { Handling, HistoryEntry, Release, Resolution, State, Verdict } from "./attempt/attempt.ts";
export type { OrderView } from "./attempt/order-view.ts";
export type { AttemptView, Outcome } from "./attempt/outcome.ts";
export { CaptureError } from "./capture/capture-error.ts";
export type { CaptureRequest } from "./capture/capture-request.ts";
export { PermanentHookError } from "./hook/call-hook.ts";
export type { AttemptEvent, Hook, HookContext, PaymentEvent } from "./hook.ts";
export type { ListRequest } from "./list.ts";
export type { AlertHook } from "./operate/alerts/alert-sender.ts";
export type { BothLanguages } from "./operate/alerts/alert-sentences.ts";
export type { ShopAlert } from "./operate/alerts/shop-alert.ts";
export type { Health, Problem } from "./operate/health.ts";
export type { PrunedOrder, PruneRequest } from "./operate/prune.ts";
export type {
  Alert,
  AlertMessage,
  AttemptMessage,
  HookMessage,
  Logger,
  QueryMessage,
  Subject,
} from "./operate/report.ts";
export { type ResolutionInput, ResolveError } from "./operate/resolve.ts";
export type { Summary, SummaryRequest } from "./operate/summary.ts";
export type { CountedSum, SummaryTotals, ToDecide } from "./operate/summary-numbers.ts";
export type { Options } from "./options.ts";
export type { AuthorizedOrder, Order, OrderDetails, SaleOrder } from "./order.ts";
export { type Payments, ventanilla } from "./payments.ts";
export type { Reconciliation } from "./reconcile.ts";
export type { Transaction } from "./stores/store.ts";
export type { Handler } from "./web/handler.ts";
export type { Limits } from "./web/limits.ts";
export type { Storefront } from "./web/storefront.ts";
export type { PageText, PartialTexts, Texts, Translations } from "./web/texts.ts";
