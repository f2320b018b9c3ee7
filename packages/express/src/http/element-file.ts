import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";
import { yearSeconds } from "./browser.ts";

/** The content codings that the router sends. */
const encoders = { br: promisify(brotliCompress), gzip: promisify(gzip), identity: async (body: Buffer) => body };
type Encoding = keyof typeof encoders;

/**
 * The best coding that a client accepts, brotli before gzip where it has no preference.
 * @param header Accept-Encoding; without it only `identity` is certain to be accepted
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-12.5.3
 */
export function acceptedEncoding(header = ""): Encoding {
  const weights = new Map<string, number>();
  for (const item of header.toLowerCase().split(",")) {
    const [, name = "", weight = "1"] = /^\s*([\w*-]+)\s*(?:;\s*q=([\d.]+)\s*)?$/.exec(item) ?? [];
    weights.set(name, Number(weight));
  }
  const weightOf = (name: Encoding): number => weights.get(name) ?? weights.get("*") ?? 0;
  const best = weightOf("br") >= weightOf("gzip") ? "br" : "gzip";
  return weightOf(best) > 0 && weightOf(best) >= (weights.get("identity") ?? 0) ? best : "identity";
}

/** The element's single file, of which the build puts a copy into this package. Read at the first request. */
let file: ReturnType<typeof readElement> | undefined;

async function readElement() {
  const body = await readFile(fileURLToPath(import.meta.resolve("@ventanilla/express/ventanilla-pay.min.js")));
  const encoded: Partial<Record<Encoding, Promise<Buffer>>> = {};
  return {
    /** Changes with the content. */
    version: createHash("sha256").update(body).digest("hex").slice(0, 16),
    integrity: `sha384-${createHash("sha384").update(body).digest("base64")}`,
    bodyIn: (encoding: Encoding) => (encoded[encoding] ??= encoders[encoding](body)),
  };
}

const elementFile = () =>
  (file ??= readElement().catch((error: unknown) => {
    file = undefined;
    throw error;
  }));

/** The address of the element's file below the mount that never changes its content, and its integrity value. */
export async function elementScript(mount: string): Promise<{ src: string; integrity: string }> {
  const { version, integrity } = await elementFile();
  return { src: `${mount}/element-${version}.js`, integrity };
}

/** The version that a name below the mount asks for: empty for the newest, `undefined` for a name of something else. */
export function elementVersionOf(name: string): string | undefined {
  const match = /^element(?:-(\w+))?\.js$/.exec(name);
  return match === null ? undefined : (match[1] ?? "");
}

/**
 * `GET {mount}/element.js` and `{mount}/element-{version}.js`: `<ventanilla-pay>` in one file, compressed. The second
 * is kept for a year. A request for a version that this process does not have, from a page before an update, gets the
 * file all the same: a buyer must not be without a button.
 */
export async function sendElement(request: IncomingMessage, response: ServerResponse, asked: string): Promise<void> {
  const { version, bodyIn } = await elementFile();
  const encoding = acceptedEncoding(request.headers["accept-encoding"]);
  const etag = `"${version}${encoding === "identity" ? "" : `-${encoding}`}"`;
  response.appendHeader("Vary", "Accept-Encoding");
  response.setHeader("ETag", etag);
  response.setHeader("Cache-Control", cacheControl(asked, version));
  response.setHeader("X-Content-Type-Options", "nosniff");
  // Browsers request a module script with CORS; there is nothing private in it.
  response.setHeader("Access-Control-Allow-Origin", "*");
  if (hasTag(etag, request.headers["if-none-match"])) {
    response.writeHead(304);
    response.end();
    return;
  }
  const body = await bodyIn(encoding);
  response.writeHead(200, {
    "Content-Type": "text/javascript; charset=utf-8",
    "Content-Length": body.length,
    ...(encoding !== "identity" && { "Content-Encoding": encoding }),
  });
  response.end(request.method === "HEAD" ? undefined : body);
}

function cacheControl(asked: string, version: string): string {
  if (asked === version) return `public, max-age=${yearSeconds}, immutable`;
  return asked === "" ? "public, max-age=300" : "no-cache";
}

/** Whether If-None-Match names the tag: in a list, as a weak tag, or as `*`. */
function hasTag(etag: string, header = ""): boolean {
  const tags = header.split(",").map((tag) => tag.trim().replace(/^W\//, ""));
  return tags.includes(etag) || tags.includes("*");
}
