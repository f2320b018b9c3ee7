import { parseMoney } from "@ventanilla/client";
import { expectThat, refuseUnknownNames } from "@ventanilla/web";
import { decisionKinds } from "../attempt/needs-person.ts";
import { currencies, maxLengths } from "../attempt/rules.ts";
import { filterGroups, reasons } from "../attempt/sections-of.ts";
import { checkLength, checkText } from "../base/check-text.ts";
import type {
  AttemptFilter,
  AttemptsRequest,
  ReturnsRequest,
  StaffAction,
  StaffStore,
  TalliesRequest,
  TimeSpan,
} from "../stores/staff-store.ts";

const maxLimit = 1000;

const isOneOf = (known: readonly unknown[], value: unknown): boolean => known.includes(value);

type Check = (name: string, value: unknown) => void;

const filterChecks: Record<keyof AttemptFilter, Check> = {
  groups(name, value) {
    const isList = Array.isArray(value) && value.length > 0 && value.every((each) => isOneOf(filterGroups, each));
    expectThat(isList, name, `one or more of ${filterGroups.join(", ")}`);
  },
  reason: (name, value) => expectThat(isOneOf(reasons, value), name, reasons.join(", ")),
  toDecide: (name, value) => expectThat(isOneOf(decisionKinds, value), name, decisionKinds.join(", ")),
  from: checkTime,
  until: checkTime,
  reached(name, value) {
    expectThat(Array.isArray(value), name, "an array of spans");
    for (const span of value as TimeSpan[]) checkSpan(span);
  },
  scheme: checkPart,
  branch: checkPart,
  product: checkPart,
  amount: (name, value) => void parseMoney(value, name, 0),
  currency: (name, value) => expectThat(isOneOf(currencies, value), name, currencies.join(" or ")),
  order: checkText,
  reference: checkText,
  authorizationCode: checkText,
  email: checkText,
  lastDigits: (name, value) => expectThat(typeof value === "string" && /^[0-9]{4}$/.test(value), name, "four digits"),
};

/**
 * What only people ask of a shop, with each request checked first.
 * @returns functions that throw ArgumentError naming what is wrong in the request
 */
export function checkStaffRequests(shop: StaffStore) {
  const checked =
    <Given, T>(check: (given: Given) => void, method: (given: Given) => Promise<T>) =>
    (given: Given): Promise<T> => {
      check(given);
      return method(given);
    };
  return {
    listAttempts: checked(checkAttemptsRequest, shop.listAttempts),
    listReturns: checked(checkReturnsRequest, shop.listReturns),
    tallies: checked(checkTalliesRequest, shop.tallies),
    recordAction: (action: StaffAction) => shop.recordAction(checkAction(action)),
  };
}

function checkAttemptsRequest(request: AttemptsRequest): void {
  checkObject("request", request);
  const { filter = {}, limit } = request;
  checkObject("filter", filter);
  refuseUnknownNames("filter", filter, Object.keys(filterChecks));
  for (const [name, value] of Object.entries(filter)) {
    if (value !== undefined) filterChecks[name as keyof AttemptFilter](`filter.${name}`, value);
  }
  checkLimit(limit);
}

/** `null`: what is counted as no part. */
function checkPart(name: string, value: unknown): void {
  if (value !== null) checkText(name, value);
}

function checkTime(name: string, value: unknown): void {
  expectThat(Number.isSafeInteger(value), name, "whole milliseconds since the epoch");
}

function checkLimit(limit: unknown): void {
  const isRight = Number.isSafeInteger(limit) && Number(limit) >= 1 && Number(limit) <= maxLimit;
  expectThat(isRight, "limit", `a whole number from 1 to ${maxLimit}`);
}

function checkObject(name: string, value: unknown): void {
  expectThat(typeof value === "object" && value !== null && !Array.isArray(value), name, "an object");
}

function checkReturnsRequest(request: ReturnsRequest): void {
  checkSpan(request);
  checkLimit(request.limit);
  for (const name of ["currency", "scheme", "branch", "product"] as const) {
    if (request[name] !== undefined) filterChecks[name](name, request[name]);
  }
}

function checkSpan(span: TimeSpan): void {
  checkObject("span", span);
  checkTime("from", span.from);
  checkTime("until", span.until);
}

const splits: readonly TalliesRequest["by"][] = [undefined, "hour", "scheme", "branch", "product"];

function checkTalliesRequest({ spans, by }: TalliesRequest): void {
  for (const span of spans) checkSpan(span);
  expectThat(splits.includes(by), "by", "hour, scheme, branch or product");
}

/** @returns the action with its known fields only */
function checkAction(given: StaffAction): StaffAction {
  checkObject("action", given);
  const { by, action, subject, note } = given;
  checkLength("by", by, maxLengths.name);
  checkLength("action", action, 40);
  checkText("subject", subject);
  if (note !== undefined) checkLength("note", note, maxLengths.reason);
  return { by, action, subject, ...(note !== undefined && { note }) };
}
