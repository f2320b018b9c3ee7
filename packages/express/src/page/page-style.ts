/** The colors of the router's pages, for the light and the dark color scheme. */
export const palette = `
:root {
  color-scheme: light dark;
  --ink: #1c2430;
  --dim: #5a6474;
  --paper: #f6f7f9;
  --card: #fff;
  --line: #dfe3e8;
  --accent: #0b5c4d;
  --on: #fff;
  --alert: #9a5300;
}

@media (prefers-color-scheme: dark) {
  :root {
    --ink: #e9edf2;
    --dim: #a3adba;
    --paper: #12161c;
    --card: #1b2129;
    --line: #303944;
    --accent: #5fd0b5;
    --on: #08211b;
    --alert: #f2b765;
  }
}
`;

/** The style of the router's pages for buyers. Sent without its line breaks. */
export const pageStyle: string = `
${palette}
* {
  box-sizing: border-box;
}

body {
  margin: 0;
  min-height: 100vh;
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  place-items: center;
  padding: min(1.25rem, 5vw);
  background: var(--paper);
  color: var(--ink);
  font: 1rem/1.5 system-ui, sans-serif;
  overflow-wrap: anywhere;
}

main {
  width: min(26rem, 100%);
  padding: 2rem min(1.75rem, 6vw);
  background: var(--card);
  border: 1px solid var(--line);
  border-radius: 1rem;
  text-align: center;
}

.store {
  font-size: .9375rem;
  font-weight: 600;
}

.amount {
  color: var(--ink);
  font-size: min(1.5rem, 8vw);
  font-weight: 600;
  font-variant-numeric: tabular-nums;
}

.contact {
  margin: 1.25rem 0 0;
  font-size: .9375rem;
}

.contact a {
  display: inline-block;
  width: auto;
  max-width: 100%;
  min-height: 0;
  padding: 0;
  background: none;
  color: var(--accent);
  text-decoration: underline;
}

.mark {
  width: 3.5rem;
  height: 3.5rem;
  margin-bottom: .75rem;
  color: var(--accent);
}

.mark.bad {
  color: var(--alert);
}

.mark.plain {
  color: var(--dim);
}

.mark.turning circle {
  transform-origin: center;
  animation: turn 1s linear infinite;
}

@keyframes turn {
  to {
    transform: rotate(1turn);
  }
}

@media (prefers-reduced-motion: reduce) {
  .mark.turning circle {
    animation: none;
  }
}

h1 {
  margin: 0 0 .5rem;
  font-size: 1.25rem;
  line-height: 1.3;
  text-wrap: balance;
}

p {
  margin: 0 0 1rem;
  color: var(--dim);
  text-wrap: pretty;
}

dl {
  display: grid;
  gap: .25rem;
  margin: 0 0 1.25rem;
  padding: .9rem 0;
  border-block: 1px solid var(--line);
  text-align: start;
  font-size: .9375rem;
}

dl div {
  display: flex;
  flex-wrap: wrap;
  gap: 0 1rem;
}

dt {
  color: var(--dim);
}

dd {
  margin: 0;
  margin-inline-start: auto;
  text-align: end;
  font-variant-numeric: tabular-nums;
}

a, button {
  display: block;
  width: 100%;
  min-height: 2.75rem;
  padding: .6rem 1rem;
  border: 0;
  border-radius: .625rem;
  background: var(--accent);
  color: var(--on);
  font: inherit;
  font-weight: 600;
  text-align: center;
  text-decoration: none;
  text-wrap: balance;
  cursor: pointer;
}

a + button, button + a, form + a, form + .quiet {
  margin-top: .625rem;
}

a.quiet, .quiet > * {
  background: none;
  color: var(--accent);
}

:focus-visible {
  outline: 3px solid var(--accent);
  outline-offset: 3px;
}

.late {
  animation: appear 0s 3s both;
}

@media (scripting: none) {
  .late {
    animation: none;
  }
}

@keyframes appear {
  from {
    position: absolute;
    visibility: hidden;
  }
}
`.replace(/\s+/g, " ");
