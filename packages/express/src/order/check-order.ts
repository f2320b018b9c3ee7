import { ArgumentError, type Money, parseMoney } from "@ventanilla/client";
import { nearestName } from "@ventanilla/web";
import type { Order } from "./order.ts";

/** The fields of an order that the router reads. */
const orderFields: Record<keyof Order, true> = {
  id: true,
  amount: true,
  tax: true,
  buyer: true,
  installments: true,
  avs: true,
  batchId: true,
  transactionKind: true,
  threeRiIndicator: true,
  capture: true,
  orderReference: true,
  product: true,
};

/** Whether the router reads a field of this name from what `order()` returns. */
export const isOrderField = (name: string): boolean => Object.hasOwn(orderFields, name);

/** What `order()` answered, read once: an object of a class has values that are not its own. */
export const readOrder = (order: Order): Order =>
  Object.assign({ ...order }, ...Object.keys(orderFields).map((name) => ({ [name]: order[name as keyof Order] })));

/**
 * Checks what `order()` returned for a launch, before anything is written or sent.
 * @returns copies of its amounts: the shop may change an object of its own while the bank creates the session
 * @throws ArgumentError naming the field and what was expected
 */
export function checkOrder(id: string, order: Order): Pick<Order, "amount" | "tax"> {
  const name = orderLabel(id);
  const amounts = parseAmounts(name, order);
  const own = ownId(order);
  if (own !== undefined && !isOrderId(own)) {
    throw new ArgumentError(`${name}.id: expected 1 to 255 bytes of printable text, with no spaces around it`);
  }
  if (order.installments !== undefined && typeof order.installments !== "boolean") {
    throw new ArgumentError(`${name}.installments: expected true or false`);
  }
  if (order.capture !== undefined && order.capture !== "later") {
    throw new ArgumentError(`${name}.capture: expected "later" or nothing`);
  }
  if (order.capture === "later" && order.installments) {
    throw new ArgumentError(`${name}.capture: expected nothing beside installments, which are for sales (contract §1)`);
  }
  return amounts;
}

/**
 * Returns the name that was probably meant by an unknown field of an order. The shop may have other fields of its own,
 * such as `products`: only a name that is almost another one of the router's is a mistake.
 */
export function meantOrderField(field: string): string | undefined {
  const { product, ...others } = orderFields;
  return Object.hasOwn(orderFields, field) ? undefined : nearestName(field, Object.keys(others));
}

/**
 * Checks an amount and the tax within it, and returns copies.
 * @throws ArgumentError that begins with `name` and names the field
 */
export function parseAmounts(name: string, given: { amount: Money; tax: Money }): { amount: Money; tax: Money } {
  const amount = parseMoney(given.amount, `${name}.amount`, 1);
  const tax = parseMoney(given.tax, `${name}.tax`);
  if (tax.currency !== amount.currency) {
    throw new ArgumentError(`${name}.tax.currency: expected the same currency as the amount`);
  }
  if (tax.minor > amount.minor) throw new ArgumentError(`${name}.tax.minor: expected no more than the amount`);
  return { amount, tax };
}

/** How many bytes of UTF-8 the id of an order may have, and what a page calls it: a signed token names one, too. */
const [maxOrderBytes, maxNameBytes] = [255, 2048];

/**
 * Whether an order may be kept under a text: printable, of at most 255 bytes, and without spaces around it. A database
 * column of integers would find the row of `1005` for the same number with a space before it, and one row would be many
 * orders. Where the bank takes fewer bytes, the order gets a reference (`order-reference.ts`).
 */
export const isOrderId = (text: string): boolean => isOrderName(text, maxOrderBytes);

/** Whether the shop is asked about a visitor's text. An order that it finds by a long one has an id of its own. */
export function isOrderName(text: string, maxBytes: number = maxNameBytes): boolean {
  return (
    Buffer.byteLength(text) <= maxBytes && text !== "" && text.trim() === text && !/[\p{C}\p{Zl}\p{Zp}]/u.test(text)
  );
}

/** The id that `order()` answers as the order's own. A number is a field of the shop's own, as the key of a row may be. */
export const ownId = ({ id }: Order): string | undefined => (typeof id === "string" ? id : undefined);

/** The id under which an order is kept: its own, else the one that was asked for. */
export const keptId = (asked: string, order: Order): string => ownId(order) ?? asked;

/** What is logged and remembered of a visitor's text: a token is nobody's business, and holds a buyer's contact. */
export function shownName(asked: string): string {
  const bytes = Buffer.byteLength(asked);
  return bytes > maxOrderBytes || /^eyJ[\w-]+\.eyJ[\w-]+\./.test(asked) ? `a name of ${bytes} bytes` : asked;
}

/** How messages name an order. */
export const orderLabel = (id: string): string => `order(${JSON.stringify(shownName(id))})`;

/** A value as a message shows it: `1005 (number)`. Never an object's content. */
export function describeValue(value: unknown): string {
  if (typeof value === "number" || typeof value === "bigint") return `${value} (${typeof value})`;
  if (value === "") return "an empty one";
  return value === null ? "null" : typeof value;
}

/**
 * Checks the id of an order that the shop asks about.
 * @throws ArgumentError when it is not a string: a number would find nothing
 */
export function orderIdOf(order: unknown): string {
  if (typeof order === "string" && order !== "") return order;
  throw new ArgumentError(`order: expected the order's id, a string that is not empty, got ${describeValue(order)}`);
}
