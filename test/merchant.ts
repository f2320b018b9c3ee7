import type { Merchant } from "@ventanilla/client";

/** The merchant of the tests. */
export const merchant = {
  number: "349000000",
  terminal: "58585858",
  acquirer: "349",
  type: "5999",
  name: { owner: "TIENDA DEMO", city: "SANTO DOMINGO", country: "DO" },
} as const satisfies Merchant;
