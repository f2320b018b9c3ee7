import type { LaunchFailure } from "../attempt/attempt.ts";
import { makeLineLimit, makeRecentCount } from "../base/recent-count.ts";
import type { LaunchPage } from "../page/launch-page.ts";
import type { Refusal } from "../page/texts.ts";
import type { Subject } from "../report/messages.ts";
import type { Report } from "../report/report.ts";

const memoryMs = 10 * 60_000;
const shopFailureThreshold = 3;

const messages = {
  refused: "the bank refused to create a session: look at the merchant's data and the bank's addresses",
  unreachable: "the bank gave no clear answer when a session was to be created",
  blocked: "browsers do not follow the redirects of the bank's page: add their origins to gateway.pageOrigins",
  shop: "a launch failed in the shop itself",
} as const;

const wrongContact = (field: string) =>
  `a launch was refused: the bank does not take ${field} of order().buyer, and the page asked the buyer to correct it`;

const refusalMessages: Partial<Record<Refusal, string>> = {
  bank_blocked:
    "a launch was refused: a browser reports that it did not follow a redirect of the bank's page, and the bank's answer shows none: if it happens again, look for the origin in a browser and add it to gateway.pageOrigins",
  wrong_email: wrongContact("email"),
  wrong_mobile: wrongContact("mobilePhone"),
  wrong_contact: wrongContact("email and mobilePhone"),
  unknown_order: "a launch was refused: order() found no such order for this visitor",
  cross_site: "a launch was refused: its origin is neither that of publicUrl nor one of origins",
};

/**
 * Counts the launches of this process that never reach the bank's page: sales that would be lost without a trace.
 * @param now a monotonic clock, in milliseconds
 */
export function makeLaunchWatch(report: Report, now: () => number = () => performance.now()) {
  const none = { bank: 0, shop: 0, at: Number.NEGATIVE_INFINITY };
  let failures = none;
  const recent = () => (now() - failures.at < memoryMs ? failures : none);
  const refusals = makeRecentCount(now);
  const mayWarn = makeLineLimit<string>(now);
  const fetchers = new Set<string>();

  return {
    /** A launch has reached the bank: forgets the failures before it. */
    succeeded(): void {
      failures = none;
    },
    /** Counts a failed launch, and raises an alert with its error. */
    failed(subject: Partial<Subject>, reason: LaunchFailure | "blocked", error: unknown): void {
      const { bank, shop } = recent();
      failures = { ...(reason === "shop" ? { bank, shop: shop + 1 } : { bank: bank + 1, shop }), at: now() };
      report.alert("launch_failed", messages[reason], subject, error);
    },
    /**
     * Counts a launch that was refused without an error of the shop or the bank. What may be the shop's mistake is
     * logged, a few times in ten minutes: anyone may cause it.
     * @param hint what to log in place of the reason's own sentence
     */
    refused(reason: Refusal, fields: Subject & Pick<LaunchPage, "origin">, hint?: string): void {
      refusals.add();
      const message = hint ?? refusalMessages[reason];
      if (message !== undefined && mayWarn(reason)) report.warn(message, fields);
    },
    /** Logs, once for each of them, what has sent a launch instead of the browser. */
    fetched({ by, optOut }: Record<"by" | "optOut", string>, fields: Subject & Pick<LaunchPage, "origin">): void {
      if (fetchers.has(by)) return;
      fetchers.add(by);
      const message = `${by} has sent a launch instead of the browser, and the buyer has to press once more`;
      report.warn(`${message}: leave the form to the browser (${optOut})`, fields);
    },
    /**
     * Counts and logs, in the same way, a page's report that its policy has stopped a launch. Anyone may send a report:
     * `origin` is `undefined` for one that the router does not know, which is not logged.
     */
    stoppedByPage(attempt: string, { directive, origin }: { directive: string; origin: string | undefined }): void {
      refusals.add();
      const refused = `${directive} does not allow ${origin ?? "another origin"}`;
      const message = `a page reports that the Content-Security-Policy of the shop has stopped a payment: its ${refused}`;
      if (mayWarn(refused)) report.warn(message, { attempt, origin });
    },
    /**
     * `launchFailures`: how many failed in the last 10 minutes, with no success since. Failures in the shop itself count
     * from the third on: one may be about a single buyer, such as an address that the bank does not accept.
     * `launchesRefused`: how many were refused in the last 10 minutes.
     */
    counts() {
      const { bank, shop } = recent();
      const launchFailures = shop < shopFailureThreshold ? bank : bank + shop;
      return { launchFailures, launchesRefused: refusals.count() };
    },
  };
}

/** Counts the launches that never reach the bank's page. */
export type LaunchWatch = ReturnType<typeof makeLaunchWatch>;
