/**
 * Whether the object that a JSON text holds has one name twice: `JSON.parse` gives the last of the values and says nothing
 * of the others. Objects inside it are not looked at. The text is known to be JSON.
 */
export function hasRepeatedName(text: string): boolean {
  const names = new Set<string>();
  let depth = 0;
  for (const [token, mark] of text.matchAll(/"(?:[^"\\]|\\.)*"(\s*:)?|[{}[\]]/g)) {
    if (token === "{" || token === "[") depth++;
    else if (token === "}" || token === "]") depth--;
    else if (mark !== undefined && depth === 1) {
      const name = String(JSON.parse(token.slice(0, -mark.length)));
      if (names.has(name)) return true;
      names.add(name);
    }
  }
  return false;
}
