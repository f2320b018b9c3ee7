import type { IncomingMessage } from "node:http";
import { withoutListedCardNumbers } from "../../base/card-numbers.ts";
import { BankFileError, type BankFileProblem, textOf } from "./text.ts";

/** The largest file. A portal's list of a day has some hundreds of kilobytes, and the form adds little. */
export const maxFileBytes: number = 2 * 1024 * 1024;
const maxFormBytes = maxFileBytes + 64 * 1024;

type UploadRequest = IncomingMessage & { body?: unknown; files?: unknown; file?: unknown };

/** A form with a file. */
interface ReadUpload {
  fields: ReadonlyMap<string, string>;
  /** Why the file cannot be read. */
  problem?: BankFileProblem;
}

/**
 * Reads a form with a file, whether body parsers ran before or not. The file's text is the field `file`, unless it is
 * empty. The file is not kept.
 */
export async function readUpload(request: UploadRequest): Promise<ReadUpload> {
  const fields = new Map<string, string>();
  const problem = await readText(request, fields);
  for (const name of ["file", "text"]) {
    const text = fields.get(name);
    if (text !== undefined) fields.set(name, withoutListedCardNumbers(text));
  }
  return problem === undefined ? { fields } : { fields, problem };
}

/** Fills in the fields. Returns why the text of the file cannot be read, if it cannot. */
async function readText(request: UploadRequest, fields: Map<string, string>): Promise<BankFileProblem | undefined> {
  try {
    const file = await readFields(request, fields);
    if (file !== undefined && file.length > 0) fields.set("file", textOf(file));
    for (const name of ["file", "text"]) checkText(fields.get(name) ?? "");
    return undefined;
  } catch (error) {
    if (error instanceof BankFileError) return error.problem;
    throw error;
  }
}

/** @throws BankFileError when the text, which a person may also have pasted, is too large or no text */
function checkText(text: string): void {
  if (Buffer.byteLength(text) > maxFormBytes) throw new BankFileError("too-large");
  if (text.includes("\0")) throw new BankFileError("not-text");
}

/** Fills in the fields, and returns the file. */
async function readFields(request: UploadRequest, fields: Map<string, string>): Promise<Uint8Array | undefined> {
  const { body } = request;
  const bytes = request.readableDidRead ? body : await readBytes(request);
  const raw = typeof bytes === "string" ? Buffer.from(bytes) : bytes;
  if (!(raw instanceof Uint8Array)) return parsedFile(request, fields);
  try {
    if (raw.length > maxFormBytes) throw new BankFileError("too-large");
    let file: Uint8Array | undefined;
    for (const [name, value] of await formOf(raw, request.headers["content-type"])) {
      if (typeof value === "string") fields.set(name, fields.get(name) ?? value);
      else file ??= new Uint8Array(await value.arrayBuffer());
    }
    return file;
  } catch (error) {
    for (const [, name = "", value = ""] of firstFields(raw)) fields.set(name, value);
    throw error;
  }
}

/** The short fields at the beginning of a form that is too large or broken: its token, and the batch. */
function firstFields(body: Uint8Array): Iterable<RegExpExecArray> {
  const start = Buffer.from(body.subarray(0, 2048)).toString("latin1");
  return start.matchAll(/\bname="(token|batch)"\r\n\r\n([\w-]*)\r\n/g);
}

async function formOf(body: Uint8Array, type = ""): Promise<FormData> {
  try {
    return await new Response(Buffer.from(body), { headers: { "Content-Type": type } }).formData();
  } catch {
    throw new BankFileError("no-form");
  }
}

/** Reads the body to its end, so that the browser reads the answer, but keeps only a little more than is allowed. */
async function readBytes(request: UploadRequest): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    if (length <= maxFormBytes) chunks.push(chunk);
    length += chunk.length;
  }
  return Buffer.concat(chunks);
}

/** Reads what a middleware such as multer has left: fields in `body`, and the file in memory in `file` or `files`. */
function parsedFile({ body, file, files }: UploadRequest, fields: Map<string, string>): Uint8Array | undefined {
  if (typeof body !== "object" || body === null) throw new BankFileError("no-form");
  for (const [name, value] of Object.entries(body)) if (typeof value === "string") fields.set(name, value);
  for (const one of [file, ...Object.values(files ?? {})] as (Record<string, unknown> | undefined)[]) {
    const bytes = one?.buffer ?? one?.data;
    if (bytes instanceof Uint8Array) return bytes;
  }
  return undefined;
}
