import { readFileSync } from "node:fs";

// Packing puts a sheet's text in the place of its reading: `tools/sheets.mjs`.

/** The colors of all pages, as custom properties for the light and the dark color scheme. */
export const palette: string = readFileSync(new URL("../src/palette.css", import.meta.url), "utf8");

/** Below {@link palette}: the badge of a state (`.badge`, with `good`, `alert` or `bad`), and the awning (`.awning`). */
export const parts: string = readFileSync(new URL("../src/parts.css", import.meta.url), "utf8");
