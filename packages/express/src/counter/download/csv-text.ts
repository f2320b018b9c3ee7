import { byteOrderMark, type Cell, csvRow } from "@ventanilla/web";

/** Rows of a file, the names of its columns first: some at a time, as they are read. */
export type Rows = AsyncIterable<readonly (readonly Cell[])[]>;

/** Rows as CSV, piece by piece: UTF-8 with a byte order mark. */
export async function* csvText(rows: Rows): AsyncGenerator<string, void, void> {
  let before = byteOrderMark;
  for await (const some of rows) {
    yield before + some.map(csvRow).join("");
    before = "";
  }
}
