import { parseMoney } from "@ventanilla/client";
import type { Order } from "./options.ts";

/** What the router reads of an order. Another name is refused: a misspelt one would go unnoticed. */
const names: Record<keyof Order, true> = {
  amount: true,
  tax: true,
  buyer: true,
  installments: true,
  avs: true,
  batchId: true,
  transactionKind: true,
  requestorInitiated: true,
  capture: true,
};

/**
 * Holds what `order()` returned for a launch to its shape, before anything is written or sent.
 * @throws TypeError naming the field and what was expected
 */
export function checkOrder(id: string, order: Order): void {
  checkAmounts(id, order);
  const name = nameOf(id);
  for (const field of Object.keys(order)) {
    if (!Object.hasOwn(names, field)) {
      throw new TypeError(`${name}.${field}: unknown field, expected one of ${Object.keys(names).join(", ")}`);
    }
  }
  if (order.installments !== undefined && typeof order.installments !== "boolean") {
    throw new TypeError(`${name}.installments: expected true or false`);
  }
  if (order.capture !== undefined && order.capture !== "later") {
    throw new TypeError(`${name}.capture: expected "later" or nothing`);
  }
  if (order.capture === "later" && order.installments) {
    throw new TypeError(`${name}.capture: expected nothing beside installments, which are for sales (contract §1)`);
  }
}

/**
 * Holds the amounts of an order to their shape, which is all that counts once the bank has approved.
 * @throws TypeError naming the field and what was expected
 */
export function checkAmounts(id: string, order: Order): void {
  const name = nameOf(id);
  if (typeof order !== "object") throw new TypeError(`${name}: expected { amount, tax } or undefined`);
  const amount = parseMoney(order.amount, `${name}.amount`, 1);
  const tax = parseMoney(order.tax, `${name}.tax`);
  if (tax.currency !== amount.currency) throw new TypeError(`${name}.tax.currency: expected that of the amount`);
  if (tax.minor > amount.minor) throw new TypeError(`${name}.tax.minor: expected no more than the amount`);
}

/** What an order is called in messages. */
export const nameOf = (id: string): string => `order(${JSON.stringify(id)})`;
