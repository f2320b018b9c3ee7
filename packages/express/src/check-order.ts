import { ArgumentError, type Money, nearestName, parseMoney } from "@ventanilla/client";
import type { Order } from "./order.ts";

/** What the router reads of an order. */
const names: Record<keyof Order, true> = {
  amount: true,
  tax: true,
  buyer: true,
  installments: true,
  avs: true,
  batchId: true,
  transactionKind: true,
  threeRiIndicator: true,
  capture: true,
};

/**
 * Holds what `order()` returned for a launch to its shape, before anything is written or sent.
 * @throws ArgumentError naming the field and what was expected
 */
export function checkOrder(id: string, order: Order): void {
  checkAmounts(id, order);
  const name = orderLabel(id);
  if (order.installments !== undefined && typeof order.installments !== "boolean") {
    throw new ArgumentError(`${name}.installments: expected true or false`);
  }
  if (order.capture !== undefined && order.capture !== "later") {
    throw new ArgumentError(`${name}.capture: expected "later" or nothing`);
  }
  if (order.capture === "later" && order.installments) {
    throw new ArgumentError(`${name}.capture: expected nothing beside installments, which are for sales (contract §1)`);
  }
}

/**
 * What was meant by a field of an order that nobody reads, when it is spelled almost like one that is read. The shop's own
 * fields are its own business.
 */
export function meantField(field: string): string | undefined {
  return Object.hasOwn(names, field) ? undefined : nearestName(field, Object.keys(names));
}

/**
 * Holds the amounts of an order to their shape, which is all that counts once the bank has approved.
 * @throws ArgumentError naming the field and what was expected
 */
export function checkAmounts(id: string, order: Order): void {
  const name = orderLabel(id);
  if (typeof order !== "object") throw new ArgumentError(`${name}: expected { amount, tax } or undefined`);
  parseAmounts(name, order);
}

/**
 * An amount and the tax within it, both copied.
 * @throws ArgumentError that begins with `name` and names the field
 */
export function parseAmounts(name: string, given: { amount: Money; tax: Money }): { amount: Money; tax: Money } {
  const amount = parseMoney(given.amount, `${name}.amount`, 1);
  const tax = parseMoney(given.tax, `${name}.tax`);
  if (tax.currency !== amount.currency) throw new ArgumentError(`${name}.tax.currency: expected that of the amount`);
  if (tax.minor > amount.minor) throw new ArgumentError(`${name}.tax.minor: expected no more than the amount`);
  return { amount, tax };
}

/** What an order is called in messages. */
export const orderLabel = (id: string): string => `order(${JSON.stringify(id)})`;

/**
 * The id of an order that somebody asks about.
 * @throws ArgumentError when it is no text: a number would find nothing
 */
export function orderIdOf(order: unknown): string {
  if (typeof order === "string" && order !== "") return order;
  throw new ArgumentError("order: expected the order's id, a string that is not empty");
}
