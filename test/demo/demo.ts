import type { Payments } from "@ventanilla/express";
import { sqliteStore } from "@ventanilla/express/sqlite";
import type { Store } from "@ventanilla/express/store";
import { Orders } from "../../demo/src/orders.ts";
import { createPayments } from "../../demo/src/payments.ts";
import { deadBank } from "../dead-bank.ts";
import { encryptionKey, stillOrigin } from "../shop.ts";

/** The orders and payments of the demo, in one file. */
export interface Demo {
  store: Store;
  orders: Orders;
  /** Starts the router. Nobody listens at its bank. */
  start(): Payments;
}

export function openDemo(file: string, now: () => number): Demo {
  const store = sqliteStore(file, { now });
  const orders = new Orders(file);
  const bank = { sessionApiUrl: deadBank, gatewayUrl: deadBank };
  return {
    store,
    orders,
    start: () => createPayments({ publicUrl: stillOrigin, bank, store, orders, encryptionKey, onAlert: () => {} }),
  };
}
