import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { fileURLToPath } from "node:url";

interface File {
  body: Buffer;
  etag: string;
}

let file: Promise<File> | undefined;

async function readElement(): Promise<File> {
  const path = fileURLToPath(import.meta.resolve("@ventanilla/element/ventanilla-pay.min.js"));
  const body = await readFile(path);
  return { body, etag: `"${createHash("sha256").update(body).digest("base64url")}"` };
}

/** `GET {mount}/element.js`: `<ventanilla-pay>` in one file, the same that the element's package ships. */
export async function sendElement(request: IncomingMessage, response: ServerResponse): Promise<void> {
  file ??= readElement().catch((error: unknown) => {
    file = undefined;
    throw error;
  });
  const { body, etag } = await file;
  const headers = {
    ETag: etag,
    "Cache-Control": "public, max-age=300",
    "X-Content-Type-Options": "nosniff",
    // Browsers request a module script with CORS; there is nothing private in it.
    "Access-Control-Allow-Origin": "*",
  };
  if (request.headers["if-none-match"] === etag) {
    response.writeHead(304, headers).end();
    return;
  }
  response.writeHead(200, {
    ...headers,
    "Content-Type": "text/javascript; charset=utf-8",
    "Content-Length": body.length,
  });
  response.end(request.method === "HEAD" ? undefined : body);
}
