import { readFileSync } from "node:fs";

/** The colors of all pages. Packing puts a sheet's text in the place of its reading: `tools/sheets.mjs`. */
export const palette: string = readFileSync(new URL("../../src/page/palette.css", import.meta.url), "utf8");
