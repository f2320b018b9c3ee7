import { type CSSResult, css } from "@lit/reactive-element";

/**
 * The element's styles, adopted by its shadow root: no inline style. Accent and colors of the outcomes stand out from
 * light and dark backgrounds alike. Transparent borders are for forced colors, which make them visible.
 */
export const styles: CSSResult = css`
  :host {
    --_accent: var(--ventanilla-accent, #0b7a66);
    --_status: #777;
    display: block;
    font-family: var(--ventanilla-font, inherit);
    line-height: 1.4;
  }

  /* A display of its own would win over the browser's rule for [hidden]. */
  :host([hidden]),
  [hidden] {
    display: none;
  }

  /* Away from the page's edges, where its own bars may be, when it is brought into view. */
  [lang] {
    display: flex;
    flex-direction: column;
    gap: 0.75rem;
    scroll-margin: 4rem;
  }

  .idle {
    gap: 0;
  }

  button,
  [part="note"],
  dialog {
    border: 1px solid transparent;
    border-radius: var(--ventanilla-radius, 0.75rem);
  }

  button {
    width: 100%;
    min-height: 3rem;
    padding: 0.5rem;
    border-color: var(--_accent);
    background: var(--_accent);
    /* Black or white, whichever can be read on the accent: its lightness is above 49.5 or below. */
    color: lab(from var(--_accent) calc((49.5 - l) * 999) 0 0);
    font: inherit;
    font-weight: 600;
    cursor: pointer;
  }

  button:hover {
    filter: brightness(1.1);
  }

  /* Black around white: whatever the background is, one of the two stands out from it. */
  :focus-visible {
    outline: 3px solid #000;
    outline-offset: 2px;
    box-shadow: 0 0 0 2px #fff;
  }

  .open > button,
  .checking > button,
  .pending > button,
  [part="window"],
  [part="close"] {
    background: none;
    color: inherit;
  }

  /* A button that waits is not disabled, or it would lose the focus. */
  :disabled,
  [aria-disabled="true"] {
    opacity: 0.5;
    pointer-events: none;
  }

  [part="note"] {
    display: flex;
    gap: 0.6em;
    padding: 0.75rem;
    border-color: color-mix(in srgb, var(--_status) 30%, transparent);
    background: color-mix(in srgb, var(--_status) 10%, transparent);
    overflow-wrap: anywhere;
    white-space: pre-line;
  }

  /* Not "none": a live region that is not rendered is not announced when its text comes. */
  .idle [part="note"] {
    display: contents;
  }

  /* A page may be read in another direction than its payments: a sentence keeps its own, and its full stop. */
  [part="message"],
  strong,
  small {
    display: block;
    unicode-bidi: plaintext;
  }

  small {
    opacity: 0.8;
    font-variant-numeric: tabular-nums;
  }

  svg {
    flex: none;
    height: 1.4em;
    vertical-align: middle;
    fill: none;
    stroke: currentColor;
    stroke-width: 2;
    stroke-linecap: round;
    stroke-linejoin: round;
  }

  [part="note"] svg {
    color: color-mix(in srgb, var(--_status), currentColor 25%);
  }

  .approved {
    --_status: var(--ventanilla-success, #15803d);
  }

  .declined,
  .failed {
    --_status: var(--ventanilla-danger, #dc2626);
  }

  .unknown {
    --_status: var(--ventanilla-warning, #b45309);
  }

  dialog {
    box-sizing: border-box;
    flex-direction: column;
    max-width: 100%;
    max-height: 100%;
  }

  [part="dialog"] {
    width: 30rem;
    height: 48rem;
    padding: 0;
    overflow: hidden;
  }

  /* Only while it is open: a display of its own would show a closed dialog. */
  [open] {
    display: flex;
  }

  [part="scrim"] {
    width: 20rem;
    padding: 1.5rem;
    gap: 0.75rem;
    text-align: center;
  }

  ::backdrop {
    background: rgb(0 0 0 / 60%);
  }

  header {
    display: grid;
    grid-template-columns: 1fr auto;
    align-items: center;
    padding: 0.75rem;
    border-bottom: 1px solid #777;
  }

  header button {
    width: auto;
    padding: 0;
    text-align: start;
  }

  [part="window"],
  [part="close"] {
    border-color: transparent;
    font-weight: inherit;
    text-decoration: underline;
  }

  header [part="close"] {
    padding: 0.75rem;
    text-decoration: none;
  }

  iframe {
    flex: 1;
    border: 0;
  }

  @keyframes turn {
    to {
      rotate: 1turn;
    }
  }

  @media not (prefers-reduced-motion) {
    .turning {
      animation: turn 1s linear infinite;
    }
  }
`;
