export type { Link, LinkFilter, LinkInput, LinkLine } from "./link.ts";
export { type Links, links } from "./links.ts";
export type { LinkStorefront, LinksOptions } from "./options.ts";
export type { PaidPayment, Receipt, ReceiptDetails } from "./receipt/receipt.ts";
