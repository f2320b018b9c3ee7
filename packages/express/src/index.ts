import "@ventanilla/web/node-version";

export { AlikeOrderError } from "./attempt/alike-order-error.ts";
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
export type { Written } from "./attempt/decide-change.ts";
export type { AttemptDraft, Insertion } from "./attempt/decide-insertion.ts";
export { type DecisionKind, decisionKinds } from "./attempt/decision-kind.ts";
export { type Group, groups } from "./attempt/group.ts";
export { keptOf } from "./attempt/kept-of.ts";
export { OrderReferenceTakenError } from "./attempt/order-reference-taken-error.ts";
export type {
  Decide,
  Decision,
  InsertedAttempt,
  OrderRows,
  Plan,
  Taken,
  UpdatedAttempt,
  WrittenAttempt,
  WrittenEvent,
  WrittenLaunch,
} from "./attempt/order-rows.ts";
export type { OrderView } from "./attempt/order-view.ts";
export type { EventType, OutboxEvent } from "./attempt/outbox-event.ts";
export type { AttemptView, Outcome } from "./attempt/outcome.ts";
export { insertAttempt, writeChange } from "./attempt/record.ts";
export { type Shelf, shelfOf } from "./attempt/shelf.ts";
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
export { type MysqlConnection, type MysqlOptions, type MysqlPool, mysqlStore } from "./stores/mysql.ts";
export type { NetworkOptions } from "./stores/network/options.ts";
export { type PostgresClient, type PostgresOptions, type PostgresPool, postgresStore } from "./stores/postgres.ts";
export { sqliteStore } from "./stores/sqlite.ts";
export type {
  AttemptFilter,
  AttemptPage,
  AttemptsRequest,
  EventRecord,
  KeptAction,
  StaffAction,
  StaffStore,
  TakingsRequest,
  TallyRow,
  TimeSpan,
} from "./stores/staff-store.ts";
export type {
  Backlog,
  Claim,
  Delivery,
  Elsewhere,
  Lease,
  Settlement,
  ShopStore,
  Store,
  Transaction,
  Unsettled,
} from "./stores/store.ts";
export type { StoreClock } from "./stores/store-clock.ts";
export type { Handler } from "./web/handler.ts";
export type { Limits } from "./web/limits.ts";
export type { Storefront } from "./web/storefront.ts";
export type { PageText, PartialTexts, Texts, Translations } from "./web/texts.ts";
