/**
 * Names as the list of an `IN` in SQL: `('a', 'b')`.
 * @param names of the code's own, without quotes
 */
export function inSql(names: readonly string[]): string {
  return `('${names.join("', '")}')`;
}
