import type { PayResult } from "./result.ts";

/** Milliseconds to wait for an answer: longer than the router itself waits for the bank. */
const limit = 10_000;

/**
 * Asks the router for the status of an attempt.
 * @param address of the attempt
 * @param init what the page adds to the request
 * @returns undefined when the router has never heard of the attempt: its launch did not arrive; null when the answer is
 *   an error, or not of version 1 of the contract, which says nothing about the payment
 * @throws when there is no answer, which says nothing about the payment either
 */
export async function askStatus(address: string, init?: RequestInit): Promise<PayResult | undefined | null> {
  const response = await fetch(address, { ...init, signal: AbortSignal.timeout(limit) });
  const { v, state, error, ...result } = await response.json().catch(() => ({}));
  // A proxy or a wrong path answers 404, too; only the router's own code means that nothing was launched.
  if (error?.code === "not_found") return undefined;
  return v === 1 && !error ? result : null;
}
