import { type CSSResult, unsafeCSS } from "lit";

/**
 * The element's looks, adopted by its shadow root: no inline style. One rule a line, since it is shipped as it stands.
 * Accent and tones stand out from light and dark grounds alike; the words on the button are black or white, whichever
 * can be read on the accent. Borders that cannot be seen are there for forced colors.
 */
export const styles: CSSResult =
  unsafeCSS(`:host{--accent:var(--ventanilla-accent,#0b7a66);--tone:#777;display:block;font-family:var(--ventanilla-font,inherit);line-height:1.4}
:host([hidden]){display:none}
button,[part=note],dialog{border:1px solid #0000;border-radius:var(--ventanilla-radius,.75rem)}
button,[part=note]{display:flex;gap:.6em}
button{width:100%;min-height:3rem;padding:.5rem;align-items:center;justify-content:center;border-color:var(--accent);background:var(--accent);color:lab(from var(--accent) calc((49.5 - l)*999) 0 0);font:inherit;font-weight:600;cursor:pointer}
button:hover{filter:brightness(1.1)}
:focus-visible{outline:3px solid var(--accent);outline-offset:3px}
.open button,.pending button,.unknown button,header button{background:none;color:inherit}
:disabled,[aria-disabled=true]{pointer-events:none}
:disabled{opacity:.5}
[part=note]{margin-top:.75rem;padding:.75rem;border-color:color-mix(in srgb,var(--tone) 30%,transparent);background:color-mix(in srgb,var(--tone) 10%,transparent);overflow-wrap:anywhere}
.idle [part=note]{display:contents}
small{display:block;opacity:.8;font-variant-numeric:tabular-nums}
svg{flex:none;height:1.4em;fill:none;stroke:currentColor;stroke-width:2;stroke-linecap:round;stroke-linejoin:round}
[part=note] svg{color:color-mix(in srgb,var(--tone),currentColor 25%)}
.approved{--accent:var(--tone);--tone:var(--ventanilla-success,#15803d)}
.declined,.failed{--tone:var(--ventanilla-danger,#dc2626)}
.unknown{--accent:var(--tone);--tone:var(--ventanilla-warning,#b45309)}
dialog{box-sizing:border-box;flex-direction:column;width:30rem;max-width:100%;height:48rem;max-height:100%;padding:0;overflow:hidden}
[open]{display:flex}
header{display:flex;justify-content:space-between}
header button{border:0;width:auto}
iframe{flex:1;border:0}
@keyframes turn{to{rotate:1turn}}
@keyframes late{from{visibility:hidden}}
.late{animation:late 0s 5s both}
@media not (prefers-reduced-motion){.turning{animation:turn 1s linear infinite}}
`);
