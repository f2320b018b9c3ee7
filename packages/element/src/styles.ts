import { type CSSResult, unsafeCSS } from "lit";

/**
 * The element's looks, adopted by its shadow root: no inline style. One rule a line, since it is shipped as it stands.
 * Accent and tones stand out from light and dark grounds alike; the words on the button are black or white, whichever
 * can be read on the accent.
 */
export const styles: CSSResult =
  unsafeCSS(`:host{--accent:var(--ventanilla-accent,#0b7a66);--tone:#777;display:block;font-family:var(--ventanilla-font,inherit);line-height:1.4}
:host([hidden]){display:none}
button,p{display:flex;gap:.6em;border-radius:var(--ventanilla-radius,.75rem)}
button{width:100%;min-height:3rem;padding:.5rem 1rem;align-items:center;justify-content:center;border:2px solid var(--accent);background:var(--accent);color:lab(from var(--accent) calc((49.5 - l)*999) 0 0);font:inherit;font-weight:600;cursor:pointer}
button:hover{filter:brightness(1.1)}
button:focus-visible{outline:3px solid var(--accent);outline-offset:3px}
.open button,.pending button{background:none;color:inherit}
[aria-disabled=true]{pointer-events:none}
button:disabled,.unknown button{opacity:.6}
p{margin:.6rem 0 0;padding:.7rem;font-size:.9em;background:color-mix(in srgb,var(--tone) 12%,transparent)}
svg{flex:none;width:1.4em;height:1.4em;fill:none;stroke:currentColor;stroke-width:2;stroke-linecap:round}
p svg{color:var(--tone)}
.approved{--accent:var(--tone);--tone:#15803d}
.declined,.failed{--tone:#dc2626}
.unknown{--tone:#b45309}
@keyframes turn{to{rotate:1turn}}
@media not (prefers-reduced-motion){.turning{animation:turn 1s linear infinite}}
`);
