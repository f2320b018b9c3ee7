/**
 * Another order is known to the bank by this reference, or has it as its id: nothing was inserted. A store rejects with
 * it, see {@link Store.insertAttempt}.
 */
export class OrderReferenceTakenError extends Error {
  override name = "OrderReferenceTakenError";

  /** @param reference the reference that another order has */
  constructor(reference: string) {
    super(`another order has the reference ${JSON.stringify(reference)}`);
  }
}
