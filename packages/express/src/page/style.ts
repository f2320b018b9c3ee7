import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { Html } from "@ventanilla/web";

/** The colors of all pages. Packing puts a sheet's text in the place of its reading: `tools/sheets.mjs`. */
export const palette: string = readFileSync(new URL("../../src/page/palette.css", import.meta.url), "utf8");

/** Style sheets as they stand in a page. */
export interface InlineStyle {
  element: Html;
  /** The source by which the page's content security policy allows them. */
  source: string;
}

/** Puts style sheets into one element, without their comments and line breaks. */
export function inlineStyle(...sheets: string[]): InlineStyle {
  const text = sheets.join("\n").replace(/\/\*.*?\*\/|\s+/gs, " ");
  return { element: new Html(`<style>${text}</style>`), source: cspHash(text) };
}

/** The source by which a content security policy allows an inline script or style with this text. */
export function cspHash(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}
