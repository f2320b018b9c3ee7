/** What most shops need seldom, or never: loaded with its first call, as one module. */
export { authorizationLookedAt } from "./attempt/decided.ts";
export { capture } from "./capture/capture.ts";
export { callAuthorizationHook, endAuthorizations } from "./outbox/authorizations.ts";
export { healthOf } from "./report/health.ts";
export { startInstruments } from "./report/instruments.ts";
export { checkStaffRequests } from "./session/check-staff-requests.ts";
export { makeDesk } from "./staff/desk.ts";
export { eraseEmail } from "./staff/erase-email.ts";
export { listPayments } from "./staff/list.ts";
export { prune } from "./staff/prune.ts";
export { lookAtReturn } from "./staff/record-given-back.ts";
export { release } from "./staff/release.ts";
export { summaryOf } from "./staff/summary.ts";
