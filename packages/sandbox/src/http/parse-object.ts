/** A JSON object as it was sent. */
export type JsonObject = Record<string, unknown>;

/** The JSON object in a body; undefined when it is not JSON, or another kind of value. */
export function parseObject(body: string): JsonObject | undefined {
  return parse(body);
}

/**
 * The JSON object in a request to the bank. A number that JSON.stringify would write in another way, such as `180.0`,
 * is given as the text that was sent.
 */
export function parseFields(body: string): JsonObject | undefined {
  return parse(body, asWritten);
}

function parse(body: string, revive?: typeof asWritten): JsonObject | undefined {
  try {
    const value = parseJson(body, revive);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as JsonObject) : undefined;
  } catch {
    return undefined;
  }
}

// With a reviver, JSON.parse is recursive, and an object that is too deep overflows the stack: its numbers stay
// numbers.
function parseJson(body: string, revive?: typeof asWritten): unknown {
  try {
    return JSON.parse(body, revive);
  } catch (error) {
    if (error instanceof RangeError) return JSON.parse(body);
    throw error;
  }
}

// The third parameter is newer than TypeScript's declaration of JSON.parse (ECMAScript, JSON.parse source text access).
function asWritten(_name: string, value: unknown, context?: { source?: string }): unknown {
  return typeof value === "number" && context?.source !== undefined && context.source !== String(value)
    ? context.source
    : value;
}
