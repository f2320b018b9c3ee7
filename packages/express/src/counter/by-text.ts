/** Orders texts by their characters, and not as a language does: upper case comes before lower case. */
export function byText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
