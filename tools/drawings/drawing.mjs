// What all drawings have in common.
import { readFileSync } from "node:fs";

/** The width of every drawing, in pixels. */
export const width = 360;

// An image takes the color scheme of the page around it, which may not be the system's: so each scheme has a background
// of its own.
const palette = readFileSync(new URL("../../packages/web/src/palette.css", import.meta.url), "utf8");
const style = `<style>
${palette.replace(/\/\*.*?\*\/\n/s, "").trim()}
  svg { font: 12.5px system-ui, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif; }
  text { fill: var(--ink); }
  .ground { fill: var(--card); stroke: var(--line); }
  .halo { stroke: var(--card); stroke-width: 5; stroke-linejoin: round; paint-order: stroke; }
  .dim { fill: var(--dim); }
  .lane { stroke: var(--line); }
  .arrow { stroke: var(--ink); stroke-width: 1.5; fill: none; marker-end: url(#head); }
  .answer { stroke-dasharray: 4 3; }
  .head { fill: var(--ink); }
  .actor, .number { fill: var(--accent); }
  .on-accent { fill: var(--on); font-weight: 600; font-size: 12px; }
  .good { fill: var(--accent-wash); stroke: var(--accent); }
  .wait { fill: var(--alert-wash); stroke: var(--alert); }
  .calm { fill: var(--wash); stroke: var(--line); }
  .name { font: 600 14px ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
</style>
<marker id="head" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="8" markerHeight="8" orient="auto-start-reverse" markerUnits="userSpaceOnUse"><path class="head" d="M0 0 8 4 0 8z"/></marker>`;

const escaped = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

/** A whole drawing, as SVG. */
export function drawing({ language, title, height, parts }) {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" lang="${language}">
<title>${escaped(title)}</title>
${style}
<rect class="ground" x=".5" y=".5" width="${width - 1}" height="${height - 1}" rx="10"/>
${parts.join("\n")}
</svg>
`;
}

/** Texts, one below the other. */
export const lines = (texts, { x, y, anchor = "middle", className = "halo", lineHeight = 16 }) =>
  texts.map(
    (text, i) =>
      `<text class="${className}" x="${x}" y="${y + i * lineHeight}" text-anchor="${anchor}">${escaped(text)}</text>`,
  );
