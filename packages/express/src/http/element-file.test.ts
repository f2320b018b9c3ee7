import assert from "node:assert/strict";
import { test } from "node:test";
import { acceptedEncoding } from "./element-file.ts";

test("what the client accepts is weighed: q=0 is a no, a star is everything else, and nothing is the plain file", () => {
  const cases: [string | undefined, string][] = [
    [undefined, "identity"],
    ["", "identity"],
    ["identity", "identity"],
    ["gzip, deflate, br", "br"],
    ["GZIP", "gzip"],
    ["br;q=0, gzip", "gzip"],
    ["br;q=0.5, gzip;q=0.8", "gzip"],
    ["br; q=0.8 , gzip;q=0.8", "br"],
    ["*", "br"],
    ["*;q=0", "identity"],
    ["br;q=0, *", "gzip"],
    ["br;q=0, gzip;q=0", "identity"],
    ["identity;q=1, br;q=0.5", "identity"],
    ["identity;q=0", "identity"],
    ["deflate, zstd", "identity"],
    ["brotli, xgzip", "identity"],
    ["br;q=nonsense", "identity"],
    [",,;;,", "identity"],
  ];
  for (const [header, encoding] of cases) assert.equal(acceptedEncoding(header), encoding, header);
});
