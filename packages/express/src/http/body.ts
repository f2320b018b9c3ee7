import type { IncomingMessage } from "node:http";
import type { Report } from "../report/report.ts";

const maxBytes = 16_384;

const discarded =
  "a middleware read the launch's form before the router and left no field of it in request.body: mount the router before it";

type Request = IncomingMessage & { body?: unknown };

/**
 * Reads the fields of a posted form, whether body parsers ran before or not. Only plain strings count; of a repeated
 * field the first. A body over 16 KiB, of another content type, or that another middleware has read and discarded, has
 * no fields; but an object that a body parser has left in `request.body` counts, whatever its content type. The first
 * discarded body is logged.
 */
export function makeFormReader(report: Report): (request: Request) => Promise<Map<string, string>> {
  let hasWarned = false;

  return async function formOf(request) {
    // A body parser for other types leaves the stream unread; Express 4's still sets an empty body.
    const isRead = request.readableDidRead;
    const text = isRead ? "" : await readText(request);
    if (text !== "") return isForm(request) ? fieldsOf(new URLSearchParams(text)) : new Map();
    const fields = fieldsIn(request);
    if (isRead && fields.size === 0 && isForm(request) && !hasWarned) {
      hasWarned = true;
      report.warn(discarded, {});
    }
    return fields;
  };
}

function isForm({ headers }: Request): boolean {
  return /^application\/x-www-form-urlencoded\b/i.test(headers["content-type"] ?? "");
}

/** The fields that a body parser has left in `request.body`: parsed ones, or the form's text. */
function fieldsIn(request: Request): Map<string, string> {
  const { body } = request;
  if (typeof body === "string" || Buffer.isBuffer(body)) {
    return body.length <= maxBytes && isForm(request) ? fieldsOf(new URLSearchParams(String(body))) : new Map();
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

/** The browser disconnected before its form had arrived: nobody waits for an answer, and nothing has failed. */
export class FormAbortedError extends Error {}

/**
 * Reads the body of a request; empty when it is too long.
 * @throws FormAbortedError
 */
async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    // The chunks are strings where a middleware has set the encoding.
    for await (const chunk of request as AsyncIterable<Buffer | string>) {
      bytes += Buffer.byteLength(chunk);
      if (bytes <= maxBytes) chunks.push(Buffer.from(chunk));
    }
  } catch (cause) {
    throw new FormAbortedError("the form was broken off: the browser is gone", { cause });
  }
  return bytes > maxBytes ? "" : Buffer.concat(chunks).toString("utf8");
}
