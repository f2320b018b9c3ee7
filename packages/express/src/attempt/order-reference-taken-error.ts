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
