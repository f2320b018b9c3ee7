// What all drawings have in common.

/** The width of every drawing, in pixels. */
export const width = 360;

// An image takes the color scheme of the page around it, which may not be the system's: so each scheme has a background
// of its own.
const style = `<style>
  svg { --ground: #fff; --ink: #0f2f33; --dim: #49666a; --line: #c5d8d6; --accent: #0b7a66; --on-accent: #fff;
    --good: #1c6b41; --good-ground: #d9f0e1; --wait: #7a5200; --wait-ground: #fdebc8; --calm-ground: #e8f0ef;
    font: 12.5px system-ui, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif; }
  @media (prefers-color-scheme: dark) {
    svg { --ground: #0d2125; --ink: #e8f3f1; --dim: #a3bfc0; --line: #35575d; --accent: #45c4ab; --on-accent: #05251f;
      --good: #8fdcae; --good-ground: #143a28; --wait: #f4cf86; --wait-ground: #43330f; --calm-ground: #17343a; }
  }
  text { fill: var(--ink); }
  .ground { fill: var(--ground); stroke: var(--line); }
  .halo { stroke: var(--ground); stroke-width: 5; stroke-linejoin: round; paint-order: stroke; }
  .dim { fill: var(--dim); }
  .lane { stroke: var(--line); }
  .arrow { stroke: var(--ink); stroke-width: 1.5; fill: none; marker-end: url(#head); }
  .answer { stroke-dasharray: 4 3; }
  .head { fill: var(--ink); }
  .actor, .number { fill: var(--accent); }
  .on-accent { fill: var(--on-accent); font-weight: 600; font-size: 12px; }
  .good { fill: var(--good-ground); stroke: var(--good); }
  .wait { fill: var(--wait-ground); stroke: var(--wait); }
  .calm { fill: var(--calm-ground); stroke: var(--line); }
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
