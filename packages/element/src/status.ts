import type { PayResult } from "./result.ts";

/** Milliseconds to wait for an answer: longer than the router itself waits for the bank. */
const limit = 10_000;

/**
 * Asks the router for the status of an attempt.
 * @param address of the attempt
 * @param init what the page adds to the request
 * @returns undefined when the router has never heard of the attempt: its launch did not arrive; null when there is no
 *   answer, or it is an error, or not of version 1 of the contract, which says nothing about the payment. Never rejects
 */
export async function askStatus(address: string, init?: RequestInit): Promise<PayResult | undefined | null> {
  try {
    const response = await fetch(address, { ...init, signal: AbortSignal.timeout(limit) });
    const { v, state, error, ...result } = await response.json();
    // A proxy or a wrong path answers 404, too; only the router's own code means that nothing was launched.
    if (v !== 1) return null;
    if (error) return error.code === "not_found" ? undefined : null;
    return result;
  } catch {
    // Nor is 204 JSON: the router knows no attempt of the order.
    return null;
  }
}
