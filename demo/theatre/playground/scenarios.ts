import type { Order, OrderDetails } from "@ventanilla/express";

/** A way for a payment to end, and what causes it in the sandbox. */
export interface Scenario {
  id:
    | "approved"
    | "noFunds"
    | "wrongCode"
    | "threeDs"
    | "cancelled"
    | "review"
    | "slow"
    | "late"
    | "noReturn"
    | "noOpener"
    | "unframed"
    | "unreachable";
  /** The issuer's code: an amount of 9900.CC is answered with CC, whatever the card. */
  code: string;
  /** A code in the order's id that makes the sandbox misbehave for this order only. */
  fault?: string;
  /** Digits of the card to pay with. */
  card: string;
}

const anyCard = "4761340000000050";

/** All scenarios of the playground, in the order of the page. */
export const scenarios: readonly Scenario[] = [
  { id: "approved", code: "00", card: anyCard },
  { id: "noFunds", code: "51", card: anyCard },
  { id: "wrongCode", code: "99", card: anyCard },
  { id: "threeDs", code: "00", card: "4761340000003005" },
  { id: "cancelled", code: "00", card: anyCard },
  { id: "review", code: "10", card: anyCard },
  { id: "slow", code: "00", fault: "!rbr", card: anyCard },
  { id: "late", code: "00", fault: "!late", card: anyCard },
  { id: "noReturn", code: "00", fault: "!nort", card: anyCard },
  { id: "noOpener", code: "00", fault: "!coop", card: anyCard },
  { id: "unframed", code: "00", fault: "!fram", card: anyCard },
  { id: "unreachable", code: "00", fault: "!down", card: anyCard },
];

/** What an order of the playground costs, in cents of a peso. */
export function amountOf({ code }: Pick<Scenario, "code">): number {
  return code === "00" ? 295_000 : 990_000 + Number(code);
}

/**
 * The order behind an id that the page has made up: `P51-x7k2p9`, `P00-x7k2p9!coop`, with installments `P00i-x7k2p9`,
 * to be captured later `P00l-x7k2p9`. Anyone may pay it.
 */
export function playOrder(id: string): Order | undefined {
  const [, code, way] = /^P(\d\d)([il]?)-[a-z0-9]{6}(![a-z]{3,4})?$/.exec(id) ?? [];
  if (code === undefined) return undefined;
  const order: OrderDetails = {
    amount: { minor: amountOf({ code }), currency: "DOP" },
    tax: { minor: 45_000, currency: "DOP" },
    buyer: { email: "ana@ejemplo.do", mobilePhone: "8095550123" },
  };
  return way === "l" ? { ...order, capture: "later" } : { ...order, installments: way === "i" };
}
