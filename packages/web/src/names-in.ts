/**
 * The names in the outermost object of a JSON text, repeated ones too: JSON.parse keeps only the last value of a repeated
 * name.
 * @param json a text that JSON.parse takes
 * @returns the names, in their order
 * @example
 * namesIn('{ "a": 1, "b": { "c": 2 }, "a": 3 }'); // ["a", "b", "a"]
 */
export function namesIn(json: string): string[] {
  const names: string[] = [];
  let depth = 0;
  for (const [token, text, mark] of json.matchAll(/("(?:[^"\\]|\\.)*")(\s*:)?|[[\]{}]/g)) {
    if (text === undefined) depth += token === "{" || token === "[" ? 1 : -1;
    else if (depth === 1 && mark !== undefined) names.push(String(JSON.parse(text)));
  }
  return names;
}
