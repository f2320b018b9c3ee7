import type { LaunchFailure } from "../attempt/attempt.ts";
import type { Report, Subject } from "./report.ts";

/** Watches over the launches of this process: what never reaches the bank's page is a sale that fails unseen. */
export interface LaunchWatch {
  succeeded(): void;
  /** Alerts, with what the bank said. */
  failed(subject: Partial<Subject>, reason: LaunchFailure, error: unknown): void;
  /** How many failed in the last ten minutes, and none succeeded since. */
  failures(): number;
}

const memoryMs = 10 * 60_000;

const messages = {
  refused: "the bank refused to create a session: look at the merchant's data and the bank's addresses",
  unreachable: "the bank gave no clear answer when a session was to be created",
  shop: "a launch failed in the shop itself",
} as const;

/** @param now a clock that nobody sets, in milliseconds */
export function makeLaunchWatch(report: Report, now: () => number = () => performance.now()): LaunchWatch {
  let count = 0;
  let lastAt = Number.NEGATIVE_INFINITY;
  const failures = (): number => (now() - lastAt < memoryMs ? count : 0);

  return {
    succeeded() {
      count = 0;
    },
    failed(subject, reason, error) {
      count = failures() + 1;
      lastAt = now();
      report.alert("launch_failed", messages[reason], subject, error);
    },
    failures,
  };
}
