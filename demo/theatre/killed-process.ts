// A process of the shop that is killed once `onPaid` has written the order as paid, before that is committed. Its argument
// is a ProcessSetup, and how far its clock is ahead of the machine's.
import { tracingChannel } from "node:diagnostics_channel";
import { sqliteStore } from "@ventanilla/express/sqlite";
import { Orders } from "../src/orders.ts";
import { createPayments } from "../src/payments.ts";
import type { ProcessSetup } from "./bad-days.ts";
import { Clock } from "./clock.ts";

const { offset, file, ...shop } = JSON.parse(process.argv[2] ?? "{}") as ProcessSetup & { offset: number };
const clock = new Clock();
clock.advance(offset);
tracingChannel("ventanilla:hook").asyncStart.subscribe(() => process.kill(process.pid, "SIGKILL"));
const store = sqliteStore(file, clock);
const orders = new Orders(file, clock.now);
await createPayments({ ...shop, store, orders, onAlert: () => {} }).reconcileOnce({ budgetMs: 10_000 });
