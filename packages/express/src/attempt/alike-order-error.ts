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
