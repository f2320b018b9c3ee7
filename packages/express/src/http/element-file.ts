import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";
import { acceptedEncoding, type Encoding } from "./accepted-encoding.ts";
import { yearSeconds } from "./cookies.ts";

/** The element's single file as the router sends it. The build puts a copy into this package. */
interface ElementFile {
  /** Changes with the content. */
  version: string;
  /** For `integrity` of a script element. */
  integrity: string;
  bodyIn(encoding: Encoding): Promise<Buffer>;
}

/** Read and compressed at the first request, once in a process. */
let file: Promise<ElementFile> | undefined;

const compress = { br: promisify(brotliCompress), gzip: promisify(gzip) };

async function readElement(): Promise<ElementFile> {
  const path = fileURLToPath(import.meta.resolve("@ventanilla/express/ventanilla-pay.min.js"));
  const body = await readFile(path);
  const compressed: Partial<Record<Encoding, Promise<Buffer>>> = {};
  return {
    version: createHash("sha256").update(body).digest("hex").slice(0, 16),
    integrity: `sha384-${createHash("sha384").update(body).digest("base64")}`,
    async bodyIn(encoding) {
      if (encoding === "identity") return body;
      compressed[encoding] ??= compress[encoding](body);
      return compressed[encoding];
    },
  };
}

function elementFile(): Promise<ElementFile> {
  file ??= readElement().catch((error: unknown) => {
    file = undefined;
    throw error;
  });
  return file;
}

/** The address of the element's file below the mount that never changes its content, and its integrity value. */
export async function elementScript(mount: string): Promise<{ src: string; integrity: string }> {
  const { version, integrity } = await elementFile();
  return { src: `${mount}/element-${version}.js`, integrity };
}

/**
 * The version that a name below the mount asks for: empty for the newest, `undefined` when it is not a name of the
 * file.
 */
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
  if (hasTag(request.headers["if-none-match"], etag)) {
    response.writeHead(304).end();
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
function hasTag(header: string | undefined, etag: string): boolean {
  const tags = header?.split(",").map((tag) => tag.trim().replace(/^W\//, "")) ?? [];
  return tags.includes(etag) || tags.includes("*");
}
