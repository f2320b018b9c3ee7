/** What a store of one's own is made of: the interface, the rows that it keeps, and the functions that decide on them. */
export { type PartGivenBack, partsGivenBack } from "../attempt/approval.ts";
export type {
  AnswerKind,
  Attempt,
  Facts,
  GivenBack,
  Happening,
  History,
  LaunchFailure,
  Mode,
} from "../attempt/attempt.ts";
export type { Change } from "../attempt/change.ts";
export type { Written } from "../attempt/decide-change.ts";
export { keptWhenPruned } from "../attempt/kept-when-pruned.ts";
export { AlikeOrderError, OrderReferenceTakenError } from "../attempt/may-be-launched.ts";
export { type DecisionKind, decisionKinds } from "../attempt/needs-person.ts";
export type {
  AttemptDraft,
  Decide,
  Decision,
  InsertedAttempt,
  Insertion,
  OrderRows,
  Plan,
  Taken,
  UpdatedAttempt,
  WrittenAttempt,
  WrittenEvent,
  WrittenLaunch,
} from "../attempt/order-rows.ts";
export type { EventType, OutboxEvent } from "../attempt/outbox-event.ts";
export {
  type Group,
  groups,
  type Reason,
  reasons,
  type Section,
  type Stage,
  sectionsOf,
  stages,
} from "../attempt/sections-of.ts";
export type { Shelf } from "../attempt/shelf.ts";
export { shelfOf } from "../attempt/shelf-of.ts";
export { states } from "../attempt/state.ts";
export { writeChange } from "../record.ts";
export { type KeptAttempt, type KeptEvent, readRows } from "./at-hand.ts";
export { insertAttempt } from "./insert-attempt.ts";
export type {
  AttemptFilter,
  AttemptPage,
  AttemptsRequest,
  EventRecord,
  KeptAction,
  ListedReturn,
  ReturnsPage,
  ReturnsRequest,
  SpanTally,
  StaffAction,
  StaffStore,
  TalliesRequest,
  TimeSpan,
} from "./staff-store.ts";
export type {
  Backlog,
  Claim,
  Delivery,
  Elsewhere,
  Lease,
  Settlement,
  ShopStore,
  Store,
  StoreClock,
  Unsettled,
} from "./store.ts";
