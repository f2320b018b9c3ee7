/** What most shops need seldom, or never: loaded with its first call, as one module. */
export { capture } from "./capture/capture.ts";
export { healthOf } from "./report/health.ts";
export {
  checkAction,
  checkApprovedRequest,
  checkAttemptsRequest,
  checkSpan,
  checkTalliesRequest,
} from "./session/check-staff-requests.ts";
export { handleDuplicate } from "./staff/handle-duplicate.ts";
export { approvedIn, matching } from "./staff/pages.ts";
export { pruned } from "./staff/pruned.ts";
export { recordGivenBack } from "./staff/record-given-back.ts";
export { release } from "./staff/release.ts";
export { resolveAttempt } from "./staff/resolve.ts";
export { summaryOf } from "./staff/summary.ts";
