import { decodeComponent } from "@ventanilla/web";

/**
 * Reads an address as it was meant, whatever a proxy, a mail program or a copied link has made of it: as RFC 3986, section
 * 6.2.2, lets it be written, with encoded letters, digits and `-._~`, with dot segments, with empty ones; with parameters
 * of a segment (`;jsessionid=…`), with `&` in place of `?`, and absolute.
 * @returns the segments of the path, still encoded, and the query
 */
export function askedAddress(url: string) {
  const [, path = "", query = ""] = /^(?:https?:\/\/[^/?#]*)?([^?#&]*)[?#&]?([^#]*)/is.exec(url) ?? [];
  const withoutParameters = plainEncoding(path).replaceAll(/;[^/\\]*/g, "");
  const segments: string[] = [];
  for (const segment of withoutParameters.split(/[/\\]/)) {
    if (segment === "..") segments.pop();
    else if (segment !== "" && segment !== ".") segments.push(segment);
  }
  return { segments, query };
}

const forms = {
  token: /(?<![\w-])[\w-]{43}(?![\w-])/,
  attempt: /(?<![\w-])[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}(?![\w-])/i,
} as const;

/**
 * Finds a token or an attempt's id in a segment, among what was copied or appended with it: spaces, quotes, `>`.
 * @returns the segment as it is, where there is none
 */
export function knownForm(form: keyof typeof forms, segment: string): string {
  const decoded = decodeComponent(segment) ?? segment;
  // Some encode an address that is encoded already: neither form has a percent sign of its own.
  const [found] = forms[form].exec(decodeComponent(decoded) ?? decoded) ?? [];
  return form === "attempt" ? (found?.toLowerCase() ?? segment) : (found ?? segment);
}

/**
 * A path as RFC 3986, section 6.2.2, normalizes it: letters, digits and `-._~` stand for themselves, and every other
 * percent-encoding has capitals.
 */
export const plainEncoding = (path: string): string =>
  path.replace(/%[\da-f]{2}/gi, (encoded) => {
    const character = String.fromCharCode(Number.parseInt(encoded.slice(1), 16));
    return /[\w.~-]/.test(character) ? character : encoded.toUpperCase();
  });
