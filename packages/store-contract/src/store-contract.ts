import { test as nodeTest } from "node:test";
import { claimingAttempts } from "./claiming-attempts.ts";
import { claimingEvents } from "./claiming-events.ts";
import { clocks } from "./clocks.ts";
import { counting } from "./counting.ts";
import { delivering } from "./delivering.ts";
import { finding } from "./finding.ts";
import { inOrder } from "./in-order.ts";
import { keeping } from "./keeping.ts";
import { listing } from "./listing.ts";
import { moneyFirst } from "./money-first.ts";
import { moving } from "./moving.ts";
import { numbering } from "./numbering.ts";
import { pruning } from "./pruning.ts";
import { racing } from "./racing.ts";
import { renewing } from "./renewing.ts";
import { type Case, runCase } from "./scene.ts";
import { shops } from "./shops.ts";
import { staffing } from "./staffing.ts";
import { checkSubject, type StoreSubject } from "./subject.ts";
import { watching } from "./watching.ts";

/**
 * How a runner registers a case: `test` of node:test, or any function that is called like it.
 * @param title the sentence that the case checks
 * @param options `skip` says why the case cannot run, or is `false`; `timeout` is in milliseconds
 * @param body runs the case, and rejects when the store breaks the contract
 */
export type Test = (
  title: string,
  options: { skip?: boolean | string; timeout?: number },
  body: () => Promise<void>,
) => unknown;

/** Options of {@link storeContract}. */
export interface ContractOptions {
  /** Registers a case. The cases must run one after the other. Default: `test` of node:test. */
  test?: Test;
}

const timeoutMs = 120_000;

/**
 * Registers one test for each sentence of the `Store` contract. A store that passes them all loses no payment, and
 * gives no event to two workers at once. Call it at the top of a test file, once for each store.
 *
 * A case that needs an optional member of the subject is skipped where that is missing. A store for production should
 * offer every member that its engine has.
 * @param subject opens the store; its optional members let more cases run
 * @param options another runner than node:test
 * @throws ArgumentError when a member is missing, unknown or of another type
 * @see docs/stores.md#write-another-store
 * @example
 * storeContract({
 *   name: "my store",
 *   open: async () => myStore(await emptyDatabase()),
 * });
 */
export function storeContract(subject: StoreSubject, { test }: ContractOptions = {}): void {
  const cases = [
    ...inOrder,
    ...numbering,
    ...finding,
    ...moving,
    ...claimingAttempts,
    ...claimingEvents,
    ...moneyFirst,
    ...renewing,
    ...delivering,
    ...watching,
    ...listing,
    ...counting,
    ...staffing,
    ...keeping,
    ...clocks,
    ...shops,
    ...pruning,
    ...racing,
  ];
  registerCases(subject, cases, test);
}

/** Registers a test for each case. */
export function registerCases(subject: StoreSubject, cases: readonly Case[], test: Test = nodeTest as Test): void {
  checkSubject(subject);
  for (const each of cases) {
    const missing = each.needs?.filter((name) => subject[name] === undefined) ?? [];
    const skip = missing.length > 0 && `${subject.name} offers no ${missing.join(", ")}`;
    test(`${subject.name}: ${each.title}`, { skip, timeout: timeoutMs }, () => runCase(subject, each));
  }
}
