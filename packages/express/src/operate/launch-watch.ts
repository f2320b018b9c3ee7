import type { LaunchFailure } from "../attempt/attempt.ts";
import type { Report, Subject } from "./report.ts";

/** Counts the launches of this process that never reach the bank's page: sales that would fail without a trace. */
export interface LaunchWatch {
  /** Forgets the failures before. */
  succeeded(): void;
  /** Counts it, and alerts with what the bank said. */
  failed(subject: Partial<Subject>, reason: LaunchFailure, error: unknown): void;
  /**
   * How many failed in the last 10 minutes, with no success since. Failures in the shop itself count from the third on:
   * one may be about a single buyer, such as an address that the bank does not accept.
   */
  failures(): number;
}

const memoryMs = 10 * 60_000;
const shopFailureThreshold = 3;

const messages = {
  refused: "the bank refused to create a session: look at the merchant's data and the bank's addresses",
  unreachable: "the bank gave no clear answer when a session was to be created",
  shop: "a launch failed in the shop itself",
} as const;

/** @param now a monotonic clock, in milliseconds */
export function makeLaunchWatch(report: Report, now: () => number = () => performance.now()): LaunchWatch {
  const none = { bank: 0, shop: 0 };
  let counts = none;
  let lastAt = Number.NEGATIVE_INFINITY;
  const recent = () => (now() - lastAt < memoryMs ? counts : none);

  return {
    succeeded() {
      counts = none;
    },
    failed(subject, reason, error) {
      const { bank, shop } = recent();
      counts = reason === "shop" ? { bank, shop: shop + 1 } : { bank: bank + 1, shop };
      lastAt = now();
      report.alert("launch_failed", messages[reason], subject, error);
    },
    failures() {
      const { bank, shop } = recent();
      return shop < shopFailureThreshold ? bank : bank + shop;
    },
  };
}
