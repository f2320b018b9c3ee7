import { Html, html } from "@ventanilla/web";
import { encode } from "uqr";

/** Draws a QR code, black on white in every color scheme: scanners need the contrast, and four modules around it. */
export function qrOf(text: string, label: string): Html {
  const { data, size } = encode(text, { ecc: "M", border: 4 });
  const modules = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return html`<svg class="qr" role="img" aria-label="${label}" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges">
<rect width="${size}" height="${size}" fill="#fff"/><path fill="#000" d="${new Html(modules.join(""))}"/></svg>`;
}
