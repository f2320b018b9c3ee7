/** How a payment stands, as the router reports it. All but `pending` are final for the attempt. */
export type PayOutcome = "pending" | "approved" | "declined" | "cancelled" | "expired" | "unknown" | "failed";

/**
 * What the element shows: `idle` (nothing has begun), `open` (the buyer is at the bank), `checking` (the buyer has left
 * the bank, or the page was loaded again; the answer is awaited), or the outcome. `pending` offers to open the payment
 * again.
 */
export type PayStatus = "idle" | "open" | "checking" | PayOutcome;

/** A payment, as `pay()` resolves with it and every event carries it. Times are ISO 8601. */
export interface PayResult {
  /** UUID of the attempt in the router's store; another tab may have begun it. */
  attempt: string;
  /** The merchant's id of the order. */
  order: string;
  /** How the payment stands. */
  outcome: PayOutcome;
  /**
   * Whether the outcome is known: by the bank's answer, a person's decision or the end of the window, and not by what the
   * browser has seen.
   */
  verified: boolean;
  /** Whether paying again cannot charge the buyer twice. */
  safeToRetry: boolean;
  /** One sentence for the buyer, in the language of the element; empty before the router has answered. */
  message: string;
  /** The issuer's authorization code. */
  authorizationCode?: string;
  /** The bank's reference of the transaction. */
  reference?: string;
  /** First six and last four digits, the rest masked. */
  maskedCard?: string;
  /** When the bank's page expires. */
  expiresAt?: string;
  /** When the outcome became known. */
  settledAt?: string;
}
