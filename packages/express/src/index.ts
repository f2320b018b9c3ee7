export { type Attempt, type Facts, type Resolution, type State, states, type Verdict } from "./attempt.ts";
export { PermanentHookError } from "./deliver.ts";
export type { Health, Problem } from "./health.ts";
export type { Limits } from "./limits.ts";
export type { AttemptEvent, Hook, HookContext, Options, Order, Payment } from "./options.ts";
export type { AttemptView, Outcome } from "./outcome.ts";
export { type Handler, type Payments, ventanilla } from "./payments.ts";
export type { Reconciliation } from "./reconcile.ts";
export type {
  Alert,
  AlertMessage,
  AttemptMessage,
  HookMessage,
  Logger,
  QueryMessage,
  Subject,
} from "./report.ts";
export { ResolveError, type Ruling } from "./resolve.ts";
export type {
  AttemptDraft,
  Backlog,
  Change,
  Claim,
  Delivery,
  EventType,
  Insertion,
  Lease,
  OutboxEvent,
  Settlement,
  Store,
  Transaction,
  Unsettled,
} from "./store.ts";
export { memoryStore } from "./stores/memory.ts";
export { type PostgresOptions, postgresStore } from "./stores/postgres.ts";
export type { Postgres } from "./stores/postgres-query.ts";
export type { StoreClock } from "./stores/rules.ts";
export { sqliteStore } from "./stores/sqlite.ts";
