/**
 * What most shops need seldom, or never, and the pages that refuse: loaded with its first call, as one module. Where that
 * fails, a buyer gets the page that claims nothing about a payment, as for any other failure.
 */
export { capture } from "./capture/capture.ts";
export { refuse, refuseMethod, refuseUnknown } from "./page/refuse.ts";
export { healthOf } from "./report/health.ts";
export {
  checkAction,
  checkApprovedRequest,
  checkAttemptsRequest,
  checkSpan,
} from "./session/check-requests.ts";
export { handleDuplicate } from "./staff/handle-duplicate.ts";
export { listPayments } from "./staff/list.ts";
export { prune } from "./staff/prune.ts";
export { release } from "./staff/release.ts";
export { resolveAttempt } from "./staff/resolve.ts";
export { summaryOf } from "./staff/summary.ts";
