import type { PayResult } from "./result.ts";

/** Longer than the router's own limit for asking the bank. */
const limit = 10_000;

/**
 * Asks the router how an attempt stands.
 * @param url the attempt's address
 * @param init what the page adds to the request
 * @returns undefined when the router has never heard of the attempt: its launch did not arrive; null when the answer is
 *   not of version 1 of the contract, which says nothing about the payment
 * @throws when there is no answer, or none in JSON, which says as little
 */
export async function askStatus(url: string, init?: RequestInit): Promise<PayResult | undefined | null> {
  const response = await fetch(url, { ...init, signal: AbortSignal.timeout(limit) });
  const { v, state, error, ...result } = await response.json();
  // A proxy or a wrong path answers 404 too; only the router's own means that nothing was launched.
  if (error?.code === "not_found") return undefined;
  return v === 1 ? result : null;
}
