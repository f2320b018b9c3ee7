export type { AmountRange, Link, LinkFilter, LinkInput, LinkLine, LinkListRequest } from "./link.ts";
export { type Links, links } from "./links.ts";
export type { LinkLimits, LinkStorefront, LinksOptions } from "./options.ts";
export type { PaidPayment, Receipt, ReceiptDetails } from "./receipt/receipt.ts";
