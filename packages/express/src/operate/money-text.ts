import type { Money } from "@ventanilla/client";

/** An amount in major units, for logs, messages and the command line: `DOP 2950.00`. */
export function moneyText({ minor, currency }: Money): string {
  return `${currency} ${(minor / 100).toFixed(2)}`;
}
