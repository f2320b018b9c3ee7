import type { IncomingMessage } from "node:http";

const mostBytes = 16_384;

/**
 * The fields of a posted form, whether a body parser ran before or not. Only plain strings count; of a repeated field
 * the first. A body over 16 KiB or of another content type has no fields.
 */
export async function formOf(request: IncomingMessage & { body?: unknown }): Promise<Map<string, string>> {
  const fields = new Map<string, string>();
  if (typeof request.body === "object" && request.body !== null && !Buffer.isBuffer(request.body)) {
    for (const [name, value] of Object.entries(request.body)) if (typeof value === "string") fields.set(name, value);
    return fields;
  }
  const text =
    typeof request.body === "string" || Buffer.isBuffer(request.body) ? String(request.body) : await read(request);
  if (
    text.length > mostBytes ||
    !/^application\/x-www-form-urlencoded\b/i.test(request.headers["content-type"] ?? "")
  ) {
    return fields;
  }
  for (const [name, value] of new URLSearchParams(text)) if (!fields.has(name)) fields.set(name, value);
  return fields;
}

/** By events: to iterate over the request costs more than all else that is done with a form. */
function read(request: IncomingMessage): Promise<string> {
  return new Promise((resolve, reject) => {
    if (request.readableEnded) return resolve("");
    const brokenOff = () => reject(new Error("the request was broken off"));
    if (request.destroyed) return brokenOff();
    const chunks: Buffer[] = [];
    let bytes = 0;
    request.on("data", (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes <= mostBytes) chunks.push(chunk);
    });
    request.once("error", reject);
    request.once("close", brokenOff);
    request.once("end", () => {
      request.off("close", brokenOff);
      resolve(bytes > mostBytes ? "" : Buffer.concat(chunks).toString("utf8"));
    });
  });
}
