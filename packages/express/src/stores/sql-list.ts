/**
 * Quotes names for the list of an `IN` in SQL: `('a', 'b')`.
 * @param names constants of this code, without quotes in them; never input
 */
export function sqlList(names: readonly string[]): string {
  return `('${names.join("', '")}')`;
}
