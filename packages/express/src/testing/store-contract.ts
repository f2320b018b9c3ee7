import { test as nodeTest } from "node:test";
import { approving } from "./approving.ts";
import { capturing } from "./capturing.ts";
import { claimingAttempts } from "./claiming-attempts.ts";
import { claimingEvents } from "./claiming-events.ts";
import { clocks } from "./clocks.ts";
import { delivering } from "./delivering.ts";
import { finding } from "./finding.ts";
import { inserting } from "./inserting.ts";
import { keeping } from "./keeping.ts";
import { moneyFirst } from "./money-first.ts";
import { moving } from "./moving.ts";
import { racing } from "./racing.ts";
import { renewing } from "./renewing.ts";
import { play } from "./scene.ts";
import type { StoreSubject } from "./subject.ts";
import { numbering } from "./transaction-ids.ts";
import { watching } from "./watching.ts";

/** How a runner registers a case: `test` of node:test, or anything that takes the same. */
export type Test = (
  title: string,
  options: { skip?: boolean | string; timeout?: number },
  body: () => Promise<void>,
) => unknown;

/** Options of {@link storeContract}. */
export interface ContractOptions {
  /** Registers a case. Default: `test` of node:test. The cases must run one after the other. */
  test?: Test;
}

const timeoutMs = 120_000;

/**
 * Registers a test for every sentence of the `Store` contract: a store that passes them all loses no payment and
 * delivers none twice. Call it at the top of a test file, once for each store.
 *
 *     storeContract({ name: "my store", open: async () => myStore(await emptyDatabase()) });
 *
 * What the subject does not offer is skipped, and the title says so in the runner's way; a store for production should
 * offer everything that its engine has.
 */
export function storeContract(subject: StoreSubject, { test = nodeTest as Test }: ContractOptions = {}): void {
  const cases = [
    ...inserting,
    ...numbering,
    ...finding,
    ...moving,
    ...approving,
    ...capturing,
    ...claimingAttempts,
    ...claimingEvents,
    ...moneyFirst,
    ...renewing,
    ...delivering,
    ...watching,
    ...keeping,
    ...clocks,
    ...racing,
  ];
  for (const each of cases) {
    const missing = each.needs?.filter((name) => subject[name] === undefined) ?? [];
    const skip = missing.length > 0 && `${subject.name} offers no ${missing.join(", ")}`;
    test(`${subject.name}: ${each.title}`, { skip, timeout: timeoutMs }, () => play(subject, each));
  }
}
