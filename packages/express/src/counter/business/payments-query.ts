import type { Days } from "./periods.ts";

/**
 * The address of the list, or of another page, with what a sum counts.
 * @param days those of the batches that it is of
 * @param own what else it is of
 */
export function paymentsQuery({ from, until }: Days, own: Record<string, string>, page = "payments"): string {
  const batches = [...new Set([from, until])].join("..");
  return `${page}?${new URLSearchParams({ ...own, batches }).toString()}`;
}
