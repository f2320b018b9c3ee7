export type { AmountRange, Link, LinkInput, LinkLine } from "./link.ts";
export { type LinkListRequest, type Links, links } from "./links.ts";
export type { LinkLimits, LinkStorefront, LinksOptions } from "./options.ts";
export type { PaidPayment, Receipt, ReceiptDetails } from "./receipt/receipt.ts";
export type { LinkFilter } from "./tables/links.ts";
