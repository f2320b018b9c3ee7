import { ArgumentError } from "./argument-error.ts";

const expected = "32 random bytes in hex or base64 (npx -p @ventanilla/express ventanilla key)";

/**
 * Checks an option of keys.
 * @param name of the option
 * @param keys a list of texts, in hex or base64
 * @returns the bytes of each
 * @throws ArgumentError naming the one that is missing or wrong; never its value
 * @example
 * const [first] = checkKeys("encryptionKeys", [process.env.PAYMENTS_KEY]);
 */
export function checkKeys(name: string, keys: unknown): [Buffer, ...Buffer[]] {
  const [first, ...others] = Array.isArray(keys) ? keys.map((key, i) => keyOf(`${name}[${i}]`, key)) : [];
  if (first === undefined) throw new ArgumentError(`${name}: expected a list of keys, each ${expected}`);
  return [first, ...others];
}

function keyOf(name: string, key: unknown): Buffer {
  const text = typeof key === "string" ? key.trim() : "";
  const bytes = Buffer.from(text, /^[0-9a-f]{64}$/i.test(text) ? "hex" : "base64");
  if (bytes.length === 32) return bytes;
  const missing = key === undefined || text === "" ? "missing (is its variable set?), " : "";
  throw new ArgumentError(`${name}: ${missing}expected ${expected}`);
}
