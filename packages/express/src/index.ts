export { type Facts, type State, states, type Verdict } from "./attempt.ts";
export type { Options, Order, Payment } from "./options.ts";
export type { AttemptView, Outcome } from "./outcome.ts";
export { type Handler, type Payments, ventanilla } from "./payments.ts";
export type { Store } from "./store.ts";
export { memoryStore } from "./stores/memory.ts";
export { sqliteStore } from "./stores/sqlite.ts";
