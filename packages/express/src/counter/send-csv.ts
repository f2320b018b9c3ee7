import { pipeline } from "node:stream/promises";
import { byteOrderMark, type Cell, csvRow } from "@ventanilla/web";
import { downloadHeaders } from "./frame.ts";
import type { Visit } from "./visit.ts";

/**
 * Sends a CSV file. It is streamed: the store is read as fast as the client downloads.
 * @param name of the file
 * @param pieces of its text, the first of which is read before anything is sent
 */
export async function sendCsv(
  { request, response }: Visit,
  name: string,
  pieces: AsyncGenerator<string, void, void>,
): Promise<void> {
  // Read before the headers are sent: a store that fails at once gets an error page.
  const first = await pieces.next();
  response.writeHead(200, {
    ...downloadHeaders,
    "Content-Type": "text/csv; charset=utf-8; header=present",
    "Content-Disposition": `attachment; filename="${name}"`,
  });
  if (request.method === "HEAD") {
    response.end();
    return;
  }
  try {
    await pipeline(async function* () {
      try {
        yield first.value ?? "";
        yield* pieces;
      } catch (error) {
        // With HTTP/1.0, a closed connection means the end of the file. Only a reset shows that the file is incomplete.
        if (request.httpVersion === "1.0" && !("encrypted" in request.socket)) request.socket.resetAndDestroy();
        throw error;
      }
    }, response);
  } catch (error) {
    // The client stopped the download.
    if ((error as NodeJS.ErrnoException).code !== "ERR_STREAM_PREMATURE_CLOSE") throw error;
  }
}

/** The text of a file that is short enough to be in memory. */
export async function* wholeCsv(rows: readonly (readonly Cell[])[]): AsyncGenerator<string, void, void> {
  yield byteOrderMark + rows.map(csvRow).join("");
}
