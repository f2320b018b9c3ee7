/** What an order costs, in cents: the same in every process. */
export function priceOf(order: string): number {
  return 100 + Number(/\d+/.exec(order)?.[0] ?? 0);
}

/** The id of the shop's row for an order, which its database finds without regard to case and width. */
export function ownIdOf(spelled: string): string {
  return spelled.normalize("NFKC").toUpperCase();
}
