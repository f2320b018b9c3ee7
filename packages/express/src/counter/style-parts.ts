/** The style of the counter's parts: badges, decisions, sums, forms. */
export const partsStyle = `
.sum {
  font-weight: 600;
  font-variant-numeric: tabular-nums;
  white-space: nowrap;
}

.badge {
  display: inline-block;
  padding: .0625rem .5rem;
  border: 1px solid currentColor;
  border-radius: 1rem;
  font-size: .8125rem;
  font-weight: 600;
  line-height: 1.4;
}

.badge.good {
  color: var(--accent);
}

.badge.bad, .error {
  color: var(--bad);
}

.badge.alert {
  color: var(--alert);
}

.badge.plain {
  color: var(--dim);
}

.headline {
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: .25rem .75rem;
  font-size: 1.25rem;
}

p.alert, p.done {
  padding: .75rem 1rem;
  border-inline-start: 4px solid var(--alert);
  background: var(--wash);
}

p.done {
  border-color: var(--accent);
}

.error {
  font-family: ui-monospace, monospace;
  font-size: .875rem;
}

.card h2 {
  margin-top: 0;
}

.card + .card, form + .card, .totals + .card, h2 + .card + .card {
  margin-top: 1rem;
}

.card > :last-child, .card section > :last-child {
  margin-bottom: 0;
}

.card.waits {
  margin-bottom: 1.5rem;
  border-color: var(--alert);
}

.empty {
  color: var(--dim);
}

.columns {
  columns: 2 26rem;
  column-gap: 1rem;
}

.columns > .card {
  margin: 0 0 1rem;
  break-inside: avoid;
}

ul.plain {
  margin: 0 0 1rem;
  padding: 0;
  list-style: none;
}

ul.plain.card {
  padding: .5rem min(1.25rem, 4vw);
}

ul.plain > li {
  padding-block: .5rem;
  border-top: 1px solid var(--line);
}

ul.plain > li:first-child {
  border-top: 0;
}

ul.plain p {
  margin-bottom: .25rem;
}

.row {
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: .5rem 1.25rem;
}

summary {
  padding-block: .25rem;
  cursor: pointer;
}

.decision {
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(22rem, 100%), 1fr));
  gap: 1.25rem 2rem;
}

.decision > * {
  min-width: 0;
}

.decision section + section {
  margin-top: 1.5rem;
}

.decision h3 {
  margin: 0 0 .5rem;
  font-size: 1rem;
}

textarea {
  display: block;
  field-sizing: content;
  resize: vertical;
}

.letter {
  background: var(--wash);
  font-size: .9375rem;
}

.letter + p {
  margin-top: 1rem;
}

.wrong {
  color: var(--bad);
  font-weight: 600;
}

form [aria-invalid=true] {
  border: 2px solid var(--bad);
}

fieldset {
  margin: 0 0 1rem;
  padding: 0;
  border: 0;
  min-width: 0;
}

legend, .field {
  display: block;
  margin-bottom: .5rem;
  padding: 0;
  font-weight: 600;
}

.field {
  margin-bottom: 0;
}

.choice {
  position: relative;
  margin-bottom: .5rem;
  padding: .75rem 1rem .75rem 2.75rem;
  border: 1px solid var(--line);
  border-radius: .5rem;
}

.choice:has(:checked) {
  border-color: var(--accent);
  box-shadow: inset 0 0 0 1px var(--accent);
}

.choice input {
  position: absolute;
  left: 1rem;
  top: 1rem;
  width: 1.125rem;
  height: 1.125rem;
  margin: 0;
  accent-color: var(--accent);
}

.choice label {
  font-weight: 600;
  cursor: pointer;
}

.choice p {
  margin: 0;
  color: var(--dim);
  font-size: .9375rem;
}

@media (max-width: 16rem) {
  .choice {
    padding: 2.25rem .5rem .5rem;
  }

  .choice input {
    left: .5rem;
    top: .5rem;
  }
}

form textarea {
  margin-bottom: .75rem;
}

dl {
  margin: 0;
}

.card dl div, dl.card div {
  display: flex;
  flex-wrap: wrap;
  justify-content: space-between;
  gap: 0 1rem;
  padding-block: .375rem;
  border-top: 1px solid var(--line);
}

.card dl div:first-child, dl.card div:first-child {
  border-top: 0;
}

dt {
  color: var(--dim);
}

dd {
  margin: 0 0 0 auto;
  text-align: end;
  font-variant-numeric: tabular-nums;
}

.long dd {
  margin: 0;
  text-align: start;
}

.totals {
  display: grid;
  align-items: start;
  grid-template-columns: repeat(auto-fit, minmax(min(20rem, 100%), 1fr));
  gap: 1rem;
}

.totals .card {
  margin: 0;
}

.totals .approved .sum {
  color: var(--accent);
  font-size: clamp(1rem, 6vw, 1.375rem);
}

.fields {
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(11rem, 100%), 1fr));
  gap: .5rem 1rem;
}

.fields p {
  margin: 0 0 .5rem;
}

.fields small {
  color: var(--dim);
}
`;
