/**
 * The address of the list with what a sum counts.
 * @param dates those of the batches that it is of
 * @param own what else it is of
 */
export function paymentsQuery(dates: readonly string[], own: Record<string, string>): string {
  const sorted = dates.toSorted();
  const batches = [...new Set([sorted[0] ?? "", sorted.at(-1) ?? ""])].join("..");
  return `payments?${new URLSearchParams({ ...own, batches }).toString()}`;
}
