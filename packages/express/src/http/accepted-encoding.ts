/** A content coding that the router sends. */
export type Encoding = "br" | "gzip" | "identity";

/**
 * The best coding that a client accepts, brotli before gzip where it has no preference.
 * @param header Accept-Encoding; without it only `identity` is certain to be accepted
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-12.5.3
 */
export function acceptedEncoding(header: string | undefined): Encoding {
  const weights = new Map<string, number>();
  for (const item of (header ?? "").toLowerCase().split(",")) {
    const [, name = "", weight = "1"] = /^\s*([\w*-]+)\s*(?:;\s*q=([\d.]+)\s*)?$/.exec(item) ?? [];
    weights.set(name, Number(weight));
  }
  const weightOf = (name: Encoding): number => weights.get(name) ?? weights.get("*") ?? 0;
  const best = weightOf("br") >= weightOf("gzip") ? "br" : "gzip";
  return weightOf(best) > 0 && weightOf(best) >= (weights.get("identity") ?? 0) ? best : "identity";
}
