/** What most shops need seldom, or never: loaded with its first call, as one module. */
export { capture } from "./capture/capture.ts";
export { healthOf } from "./report/health.ts";
export {
  checkAction,
  checkApprovedRequest,
  checkAttemptsRequest,
  checkSpan,
  checkSpans,
} from "./session/check-staff-requests.ts";
export { handleDuplicate } from "./staff/handle-duplicate.ts";
export { recordGivenBack } from "./staff/record-given-back.ts";
export { release } from "./staff/release.ts";
export { resolveAttempt } from "./staff/resolve.ts";
export { summaryOf } from "./staff/summary.ts";
