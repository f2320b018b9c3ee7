const untrusted = "the certificate is not trusted; NODE_EXTRA_CA_CERTS names a file of those to trust";
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

/**
 * Describes a failed connection: its host, the error code, and what the code means where it needs an explanation.
 */
export function failedConnection(origin: string, cause: unknown): string {
  const { host, protocol } = new URL(origin);
  if (!(cause instanceof Error && "code" in cause)) return `the connection to ${host} failed`;
  const code = String(cause.code);
  // A server that expects TLS closes a plain connection.
  const isPlain = protocol === "http:" && code === "UND_ERR_SOCKET";
  const meaning = isPlain ? "does it speak TLS? Then the address begins with https://" : meanings[code];
  return `the connection to ${host} failed (${code}${meaning === undefined ? "" : `: ${meaning}`})`;
}
