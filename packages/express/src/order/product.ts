import { cardSchemeOf } from "@ventanilla/client";
import { passesLuhn } from "@ventanilla/web";
import type { Order } from "./order.ts";

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
