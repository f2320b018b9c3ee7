/** The style of the close of day and of the comparison with the bank. */
export const closeStyle = `
[hidden] {
  display: none !important;
}

.batch {
  margin-bottom: 1rem;
}

.batch input:not([type=radio], [type=checkbox]) {
  flex: 0 1 11rem;
  width: auto;
  min-width: 0;
}

.totals + .totals, .totals + .lead {
  margin-top: 1rem;
}

.card + .lead, form.row, form.row + .lead {
  margin-top: 1rem;
}

.card.assign {
  padding: .5rem min(1.25rem, 4vw);
}

.assign li {
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(16rem, 100%), 1fr));
  align-items: center;
  gap: .25rem 1.5rem;
}

.assign label, .assign .dim {
  display: block;
}

.assign label {
  font-weight: 600;
}

.part > summary {
  margin-top: 1.25rem;
  font-size: 1.125rem;
  font-weight: 600;
}

.sums .sum {
  white-space: normal;
}

.sums .dim {
  white-space: nowrap;
}

.unnamed {
  display: block;
  color: var(--dim);
  font-size: .875rem;
  font-weight: 400;
  white-space: normal;
}

.whole {
  white-space: nowrap;
}

.list td p {
  margin: 0;
}

@media (min-width: 48.01rem) {
  .on-small {
    display: none;
  }
}

@media (max-width: 48rem) {
  .list .names, .list .labeled {
    grid-column: 1 / -1;
  }

  .list .labeled {
    display: flex;
    flex-wrap: wrap;
    justify-content: space-between;
    gap: 0 1rem;
  }

  .on-small {
    color: var(--dim);
  }
}
`;
