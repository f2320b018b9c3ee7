import { test as nodeTest } from "node:test";
import { claiming } from "./claiming.ts";
import { clocks } from "./clocks.ts";
import { crashing, delivering, hooks } from "./delivering.ts";
import { inOrder, numbering } from "./in-order.ts";
import { keeping } from "./keeping.ts";
import { pruning } from "./pruning.ts";
import { reading } from "./reading.ts";
import { type Cases, runCase } from "./scene.ts";
import { sharing, shops } from "./shops.ts";
import { checkSubject, type StoreSubject } from "./subject.ts";
import { telling } from "./telling.ts";
import { forgetting, watching } from "./watching.ts";

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

/** The cases, with the members of the subject that they need. */
const groups: [Cases, ...(keyof StoreSubject)[]][] = [
  [{ ...inOrder, ...claiming, ...telling, ...delivering, ...reading, ...watching, ...keeping, ...clocks, ...shops }],
  [pruning],
  [numbering, "again", "lastTransactionId"],
  [hooks, "query"],
  [crashing, "query", "crash", "again"],
  [forgetting, "advance"],
  [sharing, "again"],
];

/**
 * Registers one test for each sentence of the `Store` contract. A store that passes them all loses no payment, and
 * gives no event to two workers at once. Call it at the top of a test file, once for each store.
 *
 * A case that needs an optional member of the subject is skipped where that is missing. A store for production should
 * offer every member that its engine has.
 * @param subject opens the store; its optional members let more cases run
 * @param options another runner than node:test
 * @throws ArgumentError when a member is missing, unknown or of another type
 * @see docs/contributing/write-a-store.md
 * @example
 * storeContract({
 *   name: "my store",
 *   open: async () => myStore(await emptyDatabase()),
 * });
 */
export function storeContract(subject: StoreSubject, { test }: ContractOptions = {}): void {
  for (const [cases, ...needs] of groups) registerCases(subject, cases, { needs, ...(test && { test }) });
}

/** Registers a test for each case. Without what they need of the subject they are skipped. */
export function registerCases(
  subject: StoreSubject,
  cases: Cases,
  { needs = [], test = nodeTest as Test }: { needs?: readonly (keyof StoreSubject)[]; test?: Test } = {},
): void {
  checkSubject(subject);
  const missing = needs.filter((name) => subject[name] === undefined);
  const skip = missing.length > 0 && `${subject.name} offers no ${missing.join(", ")}`;
  for (const [title, run] of Object.entries(cases)) {
    test(`${subject.name}: ${title}`, { skip, timeout: 120_000 }, () => runCase(subject, run));
  }
}
