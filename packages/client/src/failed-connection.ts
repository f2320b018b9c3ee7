/** The code of an error about the proxy: its message is shown, and names the proxy. */
export const proxyErrorCode = "ERR_VENTANILLA_PROXY";

const untrusted = "the certificate is not trusted; NODE_EXTRA_CA_CERTS names a file of those to trust";
const wantsCertificate = "does it ask for a client certificate, or another one? The option is clientCertificate";
/** What a server ends the handshake with; the words around it differ between versions of OpenSSL. */
const certificateAlert =
  /^ERR_SSL_.*ALERT_(?:ACCESS_DENIED|BAD_CERTIFICATE|CERTIFICATE_\w+|HANDSHAKE_FAILURE|UNKNOWN_CA|UNSUPPORTED_CERTIFICATE)$/;
const noTls = "no TLS is spoken there; on the loopback http:// is right";

// Codes of Node and OpenSSL that need an explanation.
const meanings: Readonly<Record<string, string>> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: untrusted,
  SELF_SIGNED_CERT_IN_CHAIN: untrusted,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: untrusted,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: untrusted,
  ERR_TLS_CERT_ALTNAME_INVALID: "the certificate is for another host",
  ERR_SSL_WRONG_VERSION_NUMBER: noTls,
  ERR_SSL_PACKET_LENGTH_TOO_LONG: noTls,
};

/** The code of an error, and what it means where it needs an explanation. */
export function withMeaning(error: Error, meaning?: string): string {
  if (!("code" in error)) return error.name;
  const code = String(error.code);
  const said = meaning ?? meanings[code] ?? (certificateAlert.test(code) ? wantsCertificate : undefined);
  return said === undefined ? code : `${code}: ${said}`;
}

/**
 * Describes a failed connection: its host, the error code, and what the code means. An error about the proxy names that
 * one.
 */
export function failedConnection(origin: string, cause: unknown): string {
  const { host, protocol } = new URL(origin);
  if (!(cause instanceof Error && "code" in cause)) return `the connection to ${host} failed`;
  if (cause.code === proxyErrorCode) return cause.message;
  // A server that expects TLS closes a plain connection.
  const isPlain = protocol === "http:" && cause.code === "UND_ERR_SOCKET";
  const meaning = isPlain ? "does it speak TLS? Then the address begins with https://" : undefined;
  return `the connection to ${host} failed (${withMeaning(cause, meaning)})`;
}
