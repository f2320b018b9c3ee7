import { ArgumentError, webAddress } from "@ventanilla/web";

// The path that an operation adds to the address. Where the address has it already, every call would get a 404.
const operationPath =
  /\/(?:sessions|authorize|servicios\/3ds\/server(?:\/\w+)?|api\/payment(?:\/transactions(?:\/\w+)?)?)$/i;

/**
 * The address of a service, checked: as {@link webAddress} wants it, and without query, fragment or the path of an
 * operation.
 * @throws ArgumentError
 */
export function serviceAddress(name: string, value: unknown): URL {
  const { url, problem } = webAddress(value);
  if (problem !== undefined) throw new ArgumentError(`${name}: ${problem}`);
  // The parser leaves a lone `?` or `#` in the address, and reports an empty query.
  if (/[?#]/.test(url.href)) throw new ArgumentError(`${name}: expected an address without query or fragment (? or #)`);
  const [added] = operationPath.exec(bareAddress(url)) ?? [];
  if (added !== undefined) {
    throw new ArgumentError(
      `${name}: expected ${bareAddress(url).slice(0, -added.length)}, without ${added} at its end`,
    );
  }
  return url;
}

/** The address as text, without a slash at its end. */
export const bareAddress = (url: URL): string => url.href.replace(/\/+$/, "");
