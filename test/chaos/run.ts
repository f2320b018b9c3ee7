// `npm run long chaos`: 10,000 payments, five processes, to which all kinds of things happen. Reads CHAOS_SEED, PAYMENTS,
// and CHAOS_STORE: `postgres` or `mariadb`.
import { runChaos } from "./chaos.ts";
import { databases } from "./databases.ts";

if (process.argv.length > 2) {
  console.error("chaos: expected no arguments: CHAOS_SEED, PAYMENTS and CHAOS_STORE are read from the environment");
  process.exit(2);
}
const seed = Number(process.env.CHAOS_SEED ?? Date.now() % 1_000_000);
const payments = Number(process.env.PAYMENTS ?? 10_000);
const on = (process.env.CHAOS_STORE ?? "postgres") as keyof typeof databases;
if (!Object.hasOwn(databases, on)) {
  console.error(`chaos: CHAOS_STORE: expected ${Object.keys(databases).join(" or ")}`);
  process.exit(2);
}
/** Each fault is met at least once in so many payments. */
const paymentsPerFault = 1000;
console.log(`chaos: ${payments} payments on ${on}, seed ${seed}`);
const { verdict, met, unmet, bought } = await runChaos({
  on,
  seed,
  payments,
  least: Math.max(1, Math.floor(payments / paymentsPerFault)),
  processes: 5,
  rates: { kill: [100, 300], cut: [10, 30], pause: [60, 140], clock: [30, 90], silence: [50, 150] },
  strangeHookEvery: 60,
  round: 500,
  buyers: 24,
  log: console.log,
});

const { explained } = verdict;
console.log(`
buyers              ${bought}
orders charged      ${verdict.payments}, ${verdict.toAPerson} of them known to a person alone, ${verdict.chargedTwiceKnowingly} in two tabs or by a bank that lied`);
for (const [what, count] of Object.entries(met)) console.log(`${what.padEnd(19)} ${count}`);
console.log(`safe for a moment   ${verdict.safeForAMoment}: an answer from before the payment, gone within eight seconds
hooks called again  ${explained.killed} after a kill in or right after the hook, ${explained.cut} after its connection was cut, ${explained.overslept} after its process stood still, ${explained.failed} after the hook failed, ${explained.refused} after its COMMIT was refused, ${explained.lost} after the lease was lost
hooks with a COMMIT that only the server sees: ${explained.smuggled} called again, ${verdict.repeatedAfterOwnCommit} events are in the books twice`);

let faults = 0;
for (const [what, list] of Object.entries({ ...verdict.wrong, unmet })) {
  faults += list.length;
  console.log(`${what.padEnd(19)} ${list.length}${list.length > 0 ? `: ${list.slice(0, 20).join(", ")}` : ""}`);
}
process.exitCode = faults === 0 ? 0 : 1;
