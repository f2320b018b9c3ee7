/** The style of charts, timelines and lists. */
export const figuresStyle = `
svg {
  display: block;
  overflow: visible;
  fill: var(--dim);
}

svg .good, svg .approved {
  fill: var(--accent);
}

svg .bad, svg .declined {
  fill: var(--bad);
}

svg .authorized {
  fill: var(--card);
  stroke: var(--accent);
}

svg .alert, svg .decide {
  fill: var(--alert);
}

svg .plain, svg .waiting {
  fill: var(--dim);
}

svg .other {
  fill: var(--card);
  stroke: var(--dim);
}

svg .track {
  fill: var(--line);
}

svg .at-bank {
  fill: var(--accent);
  opacity: .35;
}

svg .back {
  fill: var(--card);
  stroke: var(--ink);
  stroke-width: 3;
}

svg .ring {
  stroke: var(--card);
  stroke-width: 3;
}

svg .grid {
  stroke: var(--line);
}

.timeline {
  padding-inline: .625rem;
}

.axis {
  display: grid;
  grid-template-columns: repeat(4, 1fr);
  margin-bottom: .75rem;
  color: var(--dim);
  font-size: .8125rem;
}

.timeline .axis {
  grid-template-columns: repeat(3, 26.667%) 1fr;
}

.legend {
  display: flex;
  flex-wrap: wrap;
  gap: .25rem 1rem;
  margin: 0 0 1rem;
  padding: 0;
  color: var(--dim);
  font-size: .8125rem;
  list-style: none;
}

.legend li {
  display: flex;
  align-items: center;
  gap: .375rem;
}

.steps {
  margin: 0;
  padding: 0;
  list-style: none;
}

.steps li {
  padding: .375rem 0 .375rem .875rem;
  border-inline-start: 4px solid var(--line);
}

.steps li + li {
  margin-top: .125rem;
}

.steps li.good {
  border-color: var(--accent);
}

.steps li.bad {
  border-color: var(--bad);
}

.steps li.alert {
  border-color: var(--alert);
}

.steps time, .since {
  color: var(--dim);
  font-size: .875rem;
  font-variant-numeric: tabular-nums;
}

.steps span:last-child {
  display: block;
}

figure {
  margin: 0;
}

figure .legend {
  margin: 0;
}

.plot {
  display: grid;
  grid-template-columns: auto 1fr;
  gap: .5rem;
}

.scale {
  display: flex;
  flex-direction: column;
  justify-content: space-between;
  height: 142px;
  margin-block: -.5rem;
  color: var(--dim);
  font-size: .8125rem;
  line-height: 1;
  text-align: end;
}

.chart svg {
  overflow: hidden;
}

.chart .axis {
  margin: .25rem 0 .75rem 1.5rem;
}

.filters {
  margin-bottom: 1.5rem;
}

.filters .row {
  margin-top: .75rem;
}

.list {
  width: 100%;
  margin-bottom: 1rem;
  border-collapse: collapse;
  background: var(--card);
}

.list th, .list td {
  padding: .5rem .75rem;
  border-bottom: 1px solid var(--line);
  text-align: start;
  font-variant-numeric: tabular-nums;
}

.list thead th {
  color: var(--dim);
  font-size: .875rem;
  font-weight: 600;
}

.list .number {
  text-align: end;
  white-space: nowrap;
}

@media (max-width: 48rem) {
  .list, .list tbody {
    display: block;
  }

  .list thead {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
  }

  .list tr {
    display: grid;
    grid-template-columns: 1fr auto;
    align-items: center;
    gap: .125rem 1rem;
    padding: .625rem .75rem;
    border-bottom: 1px solid var(--line);
  }

  .list th, .list td {
    padding: 0;
    border: 0;
  }

  .list td:first-child {
    grid-column: 1 / -1;
    color: var(--dim);
    font-size: .875rem;
  }
}

@media (max-width: 16rem) {
  .list tr {
    display: block;
  }

  .list th, .list td {
    display: block;
    text-align: start;
  }
}
`;
