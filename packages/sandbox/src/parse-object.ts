/**
 * The JSON object in a body; undefined when it is not JSON, or another kind of value. A number that a program does not
 * write as it was written, `180.0` or `1e3`, is given as that text.
 */
export function parseObject(body: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(body, asWritten);
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}

// The third parameter is younger than TypeScript's declaration of JSON.parse (ECMAScript, JSON.parse source text access).
function asWritten(_name: string, value: unknown, context?: { source?: string }): unknown {
  return typeof value === "number" && context?.source !== undefined && context.source !== String(value)
    ? context.source
    : value;
}
