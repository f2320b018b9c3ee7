import { palette } from "../page/page-style.ts";
import { closeStyle } from "./style-close.ts";
import { figuresStyle } from "./style-figures.ts";
import { partsStyle } from "./style-parts.ts";

/** The style of the counter, for the light and the dark color scheme. Sent without its line breaks. */
export const counterStyle: string = `
${palette}

:root {
  --bad: #b3261e;
  --wash: #eef1f4;
}

@media (prefers-color-scheme: dark) {
  :root {
    --bad: #ff9d92;
    --wash: #232b35;
  }
}

* {
  box-sizing: border-box;
}

body {
  margin: 0;
  background: var(--paper);
  color: var(--ink);
  font: 1rem/1.5 system-ui, sans-serif;
  overflow-wrap: anywhere;
}

header, nav, main, #stale {
  width: min(72rem, 100%);
  margin-inline: auto;
  padding-inline: min(1.25rem, 4vw);
}

header {
  display: flex;
  flex-wrap: wrap;
  justify-content: space-between;
  gap: .25rem 1.5rem;
  padding-block: 1rem .5rem;
}

header p, .who {
  margin: 0;
  color: var(--dim);
}

header .store a {
  text-decoration-color: var(--dim);
}

header .store bdi {
  color: var(--ink);
  font-weight: 600;
}

.who {
  display: flex;
  flex-wrap: wrap;
  gap: .25rem .75rem;
}

a {
  color: var(--accent);
  text-underline-offset: .15em;
}

:focus-visible {
  outline: 3px solid var(--accent);
  outline-offset: 2px;
}

main:focus {
  outline: none;
}

.skip {
  position: absolute;
  left: -100vw;
}

.skip:focus {
  left: .5rem;
  top: .5rem;
  padding: .5rem 1rem;
  background: var(--card);
}

#stale {
  color: var(--alert);
  font-weight: 600;
}

#stale:not(:empty) {
  padding-block: .5rem;
}

nav ul {
  display: grid;
  grid-template-columns: repeat(4, auto);
  justify-content: space-between;
  gap: 0 .25rem;
  margin: 0;
  padding: 0;
  border-bottom: 1px solid var(--line);
  list-style: none;
}

nav a {
  display: grid;
  align-items: center;
  height: 100%;
  padding: .625rem 0;
  color: var(--dim);
  font-size: .8125rem;
  font-weight: 600;
  line-height: 1.25;
  text-align: center;
  text-decoration: none;
  text-wrap: balance;
}

@media (min-width: 34rem) {
  nav ul {
    justify-content: start;
    gap: 0 1.125rem;
  }

  nav a {
    font-size: 1rem;
  }
}

nav a[aria-current] {
  color: var(--ink);
  box-shadow: inset 0 -3px var(--accent);
}

main {
  padding-block: 1.5rem 4rem;
}

h1 {
  margin: 0 0 1rem;
  font-size: 1.5rem;
  line-height: 1.25;
  text-wrap: balance;
}

h2 {
  margin: 2rem 0 .75rem;
  font-size: 1.125rem;
  line-height: 1.3;
}

h3 {
  margin: 1.5rem 0 .5rem;
  font-size: 1rem;
}

p {
  margin: 0 0 .75rem;
  text-wrap: pretty;
}

.lead {
  max-width: 40rem;
}

.dim {
  color: var(--dim);
}

.card {
  padding: 1.25rem min(1.25rem, 4vw);
  background: var(--card);
  border: 1px solid var(--line);
  border-radius: .75rem;
}

.sr {
  position: absolute;
  width: 1px;
  height: 1px;
  overflow: hidden;
  clip-path: inset(50%);
  white-space: nowrap;
}

button, .button {
  display: inline-block;
  min-height: 2.75rem;
  padding: .5rem 1.25rem;
  border: 0;
  border-radius: .5rem;
  background: var(--accent);
  color: var(--on);
  font: inherit;
  font-weight: 600;
  text-decoration: none;
  cursor: pointer;
}

button.link {
  min-height: 0;
  padding: 0;
  background: none;
  color: var(--accent);
  font-weight: inherit;
  text-decoration: underline;
  text-underline-offset: .15em;
}

button.quiet {
  background: none;
  border: 1px solid var(--line);
  color: var(--accent);
}

input:not([type=radio], [type=checkbox]), select, textarea {
  width: 100%;
  min-height: 2.75rem;
  padding: .5rem .75rem;
  border: 1px solid var(--dim);
  border-radius: .5rem;
  background: var(--card);
  color: inherit;
  font: inherit;
}

${partsStyle}
${figuresStyle}
${closeStyle}
`.replace(/\s+/g, " ");
