import { cardSchemeOf, checkOrderId, parseMoney } from "@ventanilla/client";
import { expectThat, nearestName, passesLuhn } from "@ventanilla/web";
import type { Order } from "./order.ts";
import { isOrderId, orderLabel, ownId } from "./order-id.ts";

type Amounts = Pick<Order, "amount" | "tax">;

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

const orderNames = Object.keys(orderFields) as (keyof Order)[];

/** Whether the router reads a field of this name from what `order()` returns. */
export const isOrderField = (name: string): boolean => Object.hasOwn(orderFields, name);

/** What `order()` answered, read once: an object of a class, or a proxy, has values that are not its own. */
export function readOrder(order: Order): Order {
  const read: Partial<Record<keyof Order, unknown>> = { ...order };
  for (const name of orderNames) read[name] ??= order[name];
  return read as Order;
}

/**
 * Checks what `order()` returned for a launch, before anything is written or sent.
 * @returns copies of its amounts: the shop may change an object of its own while the bank creates the session
 * @throws ArgumentError naming the field and what was expected
 */
export function checkOrder(id: string, order: Order): Amounts {
  const name = orderLabel(id);
  const amounts = parseAmounts(name, order);
  const own = ownId(order);
  const isId = own === undefined || isOrderId(own);
  expectThat(isId, `${name}.id`, "1 to 255 bytes of printable text, with no spaces around it");
  expectThat([true, false, undefined].includes(order.installments), `${name}.installments`, "true or false");
  expectThat(["later", undefined].includes(order.capture), `${name}.capture`, '"later" or nothing');
  const isSale = order.capture === undefined || !order.installments;
  expectThat(isSale, `${name}.capture`, "nothing beside installments, which are for sales (contract §1)");
  if (order.orderReference !== undefined) checkOrderId(order.orderReference, `${name}.orderReference`);
  return amounts;
}

/**
 * Returns the name that was probably meant by an unknown field of an order. The shop may have other fields of its own,
 * such as `products`: only a name that is almost another one of the router's is a mistake.
 */
export function meantOrderField(field: string): string | undefined {
  if (isOrderField(field)) return undefined;
  return nearestName(
    field,
    orderNames.filter((name) => name !== "product"),
  );
}

/**
 * Checks an amount and the tax within it, and returns copies.
 * @throws ArgumentError that begins with `name` and names the field
 */
export function parseAmounts(name: string, given: Amounts): Amounts {
  const amount = parseMoney(given.amount, `${name}.amount`, 1);
  const tax = parseMoney(given.tax, `${name}.tax`);
  expectThat(tax.currency === amount.currency, `${name}.tax.currency`, "the same currency as the amount");
  expectThat(tax.minor <= amount.minor, `${name}.tax.minor`, "no more than the amount");
  return { amount, tax };
}

/** What the order says is sold, as one line of at most 100 characters that people see. Whatever else it says, it is paid. */
export function productOf({ product }: Pick<Order, "product">): { product?: string } {
  if (typeof product !== "string") return {};
  const line = product
    .slice(0, 1000)
    .replace(/(?!\p{Cc})[\p{C}\p{Default_Ignorable_Code_Point}]/gu, "")
    .normalize()
    .replace(/[\p{Cc}\p{Z}]+/gu, " ")
    .replace(/\d(?:[ .-]?\d){12,18}/g, withoutCard)
    .trim()
    .replace(/^(.{99}).{2,}$/u, "$1…");
  return line === "" ? {} : { product: line };
}

/** A person may have typed what a shop takes for its text: no page shows a whole card number. */
function withoutCard(written: string): string {
  const digits = written.replace(/\D/g, "");
  const isCard = cardSchemeOf(digits) !== "other" && passesLuhn(digits);
  return isCard ? `${digits.slice(0, 6)}…${digits.slice(-4)}` : written;
}
