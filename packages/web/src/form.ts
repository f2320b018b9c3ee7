import type { IncomingMessage } from "node:http";

/** A posted form. */
export interface PostedForm {
  /** Only plain strings count; of a repeated field the first. */
  fields: Map<string, string>;
  /** Whether another middleware has read the form, and left no field of it in `request.body`. */
  isDiscarded: boolean;
}

/** The browser disconnected before its form had arrived: nobody waits for an answer, and nothing has failed. */
export class FormAbortedError extends Error {}

const maxBytes = 16_384;

type Request = IncomingMessage & { body?: unknown };

/**
 * Reads a posted form, whether body parsers ran before or not. A body over 16 KiB, of another content type, or that
 * another middleware has read and discarded, has no fields; but an object that a body parser has left in `request.body`
 * counts, whatever its content type.
 * @param request of which the body may have been read
 * @returns the fields
 * @throws FormAbortedError when the browser is gone
 * @example
 * const { fields } = await readForm(request);
 * const email = fields.get("email");
 */
export async function readForm(request: Request): Promise<PostedForm> {
  // A body parser for other types leaves the stream unread; Express 4's still sets an empty body.
  const isRead = request.readableDidRead;
  const text = isRead ? "" : await readText(request);
  if (text !== "") return { fields: fieldsOf(isForm(request) ? new URLSearchParams(text) : []), isDiscarded: false };
  const fields = fieldsIn(request);
  return { fields, isDiscarded: isRead && fields.size === 0 && isForm(request) };
}

function isForm({ headers }: Request): boolean {
  return /^application\/x-www-form-urlencoded\b/i.test(headers["content-type"] ?? "");
}

/** The fields that a body parser has left in `request.body`: parsed ones, or the form's text. */
function fieldsIn(request: Request): Map<string, string> {
  const { body } = request;
  if (typeof body === "string" || Buffer.isBuffer(body)) {
    return fieldsOf(body.length <= maxBytes && isForm(request) ? new URLSearchParams(String(body)) : []);
  }
  return fieldsOf(typeof body === "object" && body !== null ? Object.entries(body) : []);
}

function fieldsOf(entries: Iterable<readonly [string, unknown]>): Map<string, string> {
  const fields = new Map<string, string>();
  for (const [name, value] of entries) {
    const first: unknown = Array.isArray(value) ? value[0] : value;
    if (typeof first === "string" && !fields.has(name)) fields.set(name, first);
  }
  return fields;
}

/** Reads the body of a request; empty when it is too long. */
function readText(request: IncomingMessage): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    // As an iterator reads it, with fewer promises. Chunks are strings where a middleware has set the encoding.
    const take = (): void => {
      const chunk = request.read() as Buffer | string | null;
      if (chunk === null) return;
      bytes += Buffer.byteLength(chunk);
      if (bytes <= maxBytes) chunks.push(Buffer.from(chunk));
    };
    const fail = (cause?: Error): void =>
      reject(new FormAbortedError("the form was broken off: the browser is gone", { cause }));
    if (request.readableEnded) return resolve("");
    if (request.destroyed) return fail();
    request
      .on("readable", take)
      .once("end", () => resolve(bytes > maxBytes ? "" : Buffer.concat(chunks).toString("utf8")))
      .once("aborted", fail)
      .once("error", fail)
      .once("close", () => request.readableEnded || fail());
    // Nothing says a second time that there is something to read, where another middleware has heard of it.
    take();
  });
}
