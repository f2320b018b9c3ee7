import type { Merchant } from "@ventanilla/client";
import type { Storefront } from "@ventanilla/express";

/** Who sells, for the bank. */
export const merchant: Merchant = {
  number: "349000000",
  terminal: "58585858",
  acquirer: "349",
  type: "5499",
  name: { owner: "COLMADO LARIMAR", city: "SANTO DOMINGO", country: "DO" },
};

/** What buyers read on the router's pages, and in the shop's own footer: whose store it is, and where to ask. */
export const storefront: Required<Storefront> = {
  name: "Colmado Larimar",
  contact: { href: "tel:+18095550100", label: "809-555-0100" },
};
