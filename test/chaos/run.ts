// `npm run chaos`: 10,000 payments, five processes, one killed after every 100 to 300 buyers. Reads CHAOS_SEED and PAYMENTS.
import { runChaos } from "./chaos.ts";

if (process.argv.length > 2) {
  console.error("chaos: expected no arguments: CHAOS_SEED and PAYMENTS are read from the environment");
  process.exit(2);
}
const seed = Number(process.env.CHAOS_SEED ?? Date.now() % 1_000_000);
const payments = Number(process.env.PAYMENTS ?? 10_000);
console.log(`chaos: ${payments} payments, seed ${seed}`);
const {
  bought,
  kills,
  explained,
  payments: charged,
  ...wrong
} = await runChaos({
  seed,
  payments,
  processes: 5,
  killEveryBuyers: [100, 300],
  buyers: 24,
  log: console.log,
});

console.log(`
buyers              ${bought}
orders charged      ${charged}
processes killed    ${kills}
hooks called again  ${explained.killed} after a kill in or right after the hook, ${explained.failed} after the hook failed, ${explained.lost} after the lease was lost`);
let faults = 0;
for (const [what, list] of Object.entries(wrong)) {
  faults += list.length;
  console.log(`${what.padEnd(19)} ${list.length}${list.length > 0 ? `: ${list.slice(0, 20).join(", ")}` : ""}`);
}
process.exitCode = faults === 0 ? 0 : 1;
