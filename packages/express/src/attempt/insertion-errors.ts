/**
 * `insertAttempt` rejects with this error when another order has the draft's `spelling`. Nothing was inserted.
 */
export class AlikeOrderError extends Error {
  override name = "AlikeOrderError";
  /** The id of the other order. */
  readonly order: string;

  /** @param order the id of the other order */
  constructor(order: string) {
    super(`another order has an id that is spelled alike: ${JSON.stringify(order)}`);
    this.order = order;
  }
}

/**
 * `insertAttempt` rejects with this error when another order is known to the bank by the reference, or has it as its id.
 * Nothing was inserted.
 */
export class OrderReferenceTakenError extends Error {
  override name = "OrderReferenceTakenError";

  /** @param reference the reference that another order has */
  constructor(reference: string) {
    super(`another order has the reference ${JSON.stringify(reference)}`);
  }
}
