import { maxLengths } from "../attempt/rules.ts";
import { checkLength, checkText } from "../base/check-text.ts";
import type { ApprovedRequest, StaffAction, TalliesRequest, TimeSpan } from "../stores/staff-store.ts";
import { checkLimit, checkObject, checkTime, expect } from "./check-requests.ts";

export { checkAttemptsRequest } from "./check-requests.ts";

/** @throws ArgumentError naming what is wrong in the request */
export function checkApprovedRequest(request: ApprovedRequest): void {
  checkSpan(request);
  checkLimit(request.limit);
}

/** @throws ArgumentError naming `from` or `until` */
export function checkSpan(span: TimeSpan): void {
  checkObject("span", span);
  checkTime("from", span.from);
  checkTime("until", span.until);
}

const splits: readonly TalliesRequest["by"][] = [undefined, "hour", "scheme", "branch"];

/** @throws ArgumentError naming `from`, `until` or `by` */
export function checkTalliesRequest({ spans, by }: TalliesRequest): void {
  for (const span of spans) checkSpan(span);
  expect(splits.includes(by), "by", "hour, scheme or branch");
}

/**
 * Checks what a person of the staff did.
 * @returns the action with its known fields only
 * @throws ArgumentError naming what is wrong in the action
 */
export function checkAction(given: StaffAction): StaffAction {
  checkObject("action", given);
  const { by, action, subject, note } = given;
  checkLength("by", by, maxLengths.name);
  checkLength("action", action, 40);
  checkText("subject", subject);
  if (note !== undefined) checkLength("note", note, maxLengths.reason);
  return { by, action, subject, ...(note !== undefined && { note }) };
}
