import "@ventanilla/web/node-version";

export {
  type AnswerKind,
  type Attempt,
  type Facts,
  type Handling,
  type Happening,
  type History,
  type HistoryEntry,
  type LaunchFailure,
  type Mode,
  type Release,
  type Resolution,
  type State,
  states,
  type Verdict,
} from "./attempt/attempt.ts";
export type { Change } from "./attempt/change.ts";
export { type DecisionKind, decisionKinds } from "./attempt/decision-kind.ts";
export { type Group, groups } from "./attempt/group.ts";
export type { OrderView } from "./attempt/order-view.ts";
export type { AttemptView, Outcome } from "./attempt/outcome.ts";
export { CaptureError } from "./capture/capture-error.ts";
export type { CaptureRequest } from "./capture/capture-request.ts";
export type { CounterOptions, Staff, StaffMember } from "./counter/options.ts";
export { PermanentHookError } from "./hook/call-hook.ts";
export type { AttemptEvent, Hook, HookContext, PaymentEvent } from "./hook.ts";
export type { ListRequest } from "./list.ts";
export type { AlertHook } from "./operate/alerts/alert-sender.ts";
export type { BothLanguages } from "./operate/alerts/alert-sentences.ts";
export type { ShopAlert } from "./operate/alerts/shop-alert.ts";
export type { Health, Problem } from "./operate/health.ts";
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
export { AlikeOrderError } from "./stores/alike-order-error.ts";
export type {
  AttemptFilter,
  AttemptPage,
  AttemptsRequest,
  CounterStore,
  EventRecord,
  KeptAction,
  StaffAction,
  TakingsRequest,
  TallyRow,
  TimeSpan,
} from "./stores/counter-store.ts";
export { OrderReferenceTakenError } from "./stores/order-reference-taken-error.ts";
export type { EventType, OutboxEvent } from "./stores/outbox-event.ts";
export type { Postgres } from "./stores/postgres/query.ts";
export { type PostgresOptions, postgresStore } from "./stores/postgres.ts";
export type { StoreClock } from "./stores/rules.ts";
export { sqliteStore } from "./stores/sqlite.ts";
export type {
  AttemptDraft,
  Backlog,
  Claim,
  Delivery,
  Elsewhere,
  Insertion,
  Lease,
  Settlement,
  Store,
  Transaction,
  Unsettled,
} from "./stores/store.ts";
export type { Handler } from "./web/handler.ts";
export type { Limits } from "./web/limits.ts";
export type { Storefront } from "./web/storefront.ts";
export type { PageText, PartialTexts, Texts, Translations } from "./web/texts.ts";
