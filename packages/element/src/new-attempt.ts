/**
 * The id of a new attempt: a random UUID (RFC 9562, version 4) in lower case. `crypto.randomUUID` is missing on pages
 * without TLS, `crypto.getRandomValues` is not.
 */
export function newAttempt(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  // Version 4 and variant 8 take the place of two digits.
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, "$1-$2-4$3-8$4-$5");
}
