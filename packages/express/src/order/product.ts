import type { Order } from "./order.ts";

/** What the order says is sold, as one line of at most 100 characters that people see. Whatever else it says, it is paid. */
export function productOf({ product }: Pick<Order, "product">): { product?: string } {
  if (typeof product !== "string") return {};
  const line = product
    .slice(0, 1000)
    .normalize()
    .replace(/(?!\p{Cc})[\p{C}\p{Default_Ignorable_Code_Point}]/gu, "")
    .replace(/[\p{Cc}\p{Z}]+/gu, " ")
    .trim()
    .replace(/^(.{99}).{2,}$/u, "$1…");
  return line === "" ? {} : { product: line };
}
