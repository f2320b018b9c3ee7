// Compiled, not run: what order() may answer, and what the compiler refuses.
import type { Order, OrderDetails } from "@ventanilla/express";

declare const details: OrderDetails;
declare const isLarge: boolean;

export const taken: Order[] = [
  details,
  { ...details, installments: isLarge },
  { ...details, capture: "later" },
  { ...details, capture: "later", installments: false },
  { ...details, capture: isLarge ? "later" : undefined },
];

export const refused: Order[] = [
  // @ts-expect-error installments are for sales: nothing is authorized for them
  { ...details, capture: "later", installments: true },
  // @ts-expect-error the same when it depends on the order
  { ...details, capture: "later", installments: isLarge },
];
