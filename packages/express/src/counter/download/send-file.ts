import { pipeline } from "node:stream/promises";
import { type Cell, type Html, type HtmlValue, html } from "@ventanilla/web";
import { downloadHeaders } from "../frame.ts";
import { listTexts } from "../texts/list.ts";
import type { CounterLanguage } from "../texts/texts.ts";
import type { Visit } from "../visit.ts";
import { csvText, type Rows } from "./csv-text.ts";
import { xlsx } from "./xlsx.ts";

const contentTypes = {
  csv: "text/csv; charset=utf-8; header=present",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
} as const;
/** What rows can be sent as. */
type FileFormat = keyof typeof contentTypes;

/** The path of a file of either format: the format is passed to `answer`. */
export const filePath = (name: string): RegExp => new RegExp(`^/${name}\\.(csv|xlsx)$`);

/**
 * Links to the same rows in both formats.
 * @param named what they are called. Default: that they are downloaded
 */
export function fileLinks(
  language: CounterLanguage,
  address: (format: FileFormat) => string,
  named?: Record<FileFormat, HtmlValue>,
): Html {
  const { csv, xlsx: excel } = named ?? { csv: `${listTexts[language].download} CSV`, xlsx: "Excel" };
  return html`<a class="file" href="${address("csv")}">${csv}</a> <a class="file" href="${address("xlsx")}">${excel}</a>`;
}

/**
 * Sends rows as a file. It is streamed: the store is read as fast as the client downloads.
 * @param name of the file, without its ending
 * @param rows the first of which are read before anything is sent
 */
export async function sendRows(
  { request, response }: Pick<Visit, "request" | "response">,
  { format, name }: { format: string; name: string },
  rows: Rows,
): Promise<"sent"> {
  const isExcel = format === "xlsx";
  const pieces = isExcel ? xlsx(rows) : csvText(rows);
  // Read before the headers are sent: a store that fails at once gets an error page.
  const first = await pieces.next();
  response.writeHead(200, {
    ...downloadHeaders,
    "Content-Type": contentTypes[isExcel ? "xlsx" : "csv"],
    "Content-Disposition": `attachment; filename="${name}.${isExcel ? "xlsx" : "csv"}"`,
  });
  if (request.method === "HEAD") {
    await pieces.return();
    response.end();
    return "sent";
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
  return "sent";
}

/** The rows of a file that is short enough to be in memory. */
export async function* wholeRows(rows: readonly (readonly Cell[])[]): AsyncGenerator<typeof rows, void, void> {
  yield rows;
}
