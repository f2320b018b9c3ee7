/**
 * The address of the list, or of another page, with what a sum counts.
 * @param dates those of the batches that it is of
 * @param own what else it is of
 */
export function paymentsQuery(dates: readonly string[], own: Record<string, string>, page = "payments"): string {
  const sorted = dates.toSorted();
  const batches = [...new Set([sorted[0] ?? "", sorted.at(-1) ?? ""])].join("..");
  return `${page}?${new URLSearchParams({ ...own, batches }).toString()}`;
}
