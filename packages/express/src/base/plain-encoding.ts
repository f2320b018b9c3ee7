/**
 * A path as RFC 3986, section 6.2.2, normalizes it: letters, digits and `-._~` stand for themselves, and every other
 * percent-encoding has capitals.
 */
export const plainEncoding = (path: string): string =>
  path.replace(/%[\da-f]{2}/gi, (encoded) => {
    const character = String.fromCharCode(Number.parseInt(encoded.slice(1), 16));
    return /[\w.~-]/.test(character) ? character : encoded.toUpperCase();
  });
