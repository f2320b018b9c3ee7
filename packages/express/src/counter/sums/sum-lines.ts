import { type Html, type HtmlValue, html } from "@ventanilla/web";

/** A line of {@link sumLines}: what is added up, how many there are, and how much. */
export interface SumLine {
  label: HtmlValue;
  /** In words: `3 pagos`. */
  count?: string | undefined;
  amount?: HtmlValue;
  /**
   * - `main`: the sum that matters on the page;
   * - `part`: contained in the sum above it;
   * - `owed`: contained in the sum above it, and somebody has to give it back;
   * - `quiet`: money that nobody was charged;
   * - `result`: what the sums above it come to.
   */
  role?: "main" | "part" | "owed" | "quiet" | "result" | undefined;
}

/** Sums, one below the other: label, count and amount stand on one baseline, and digits below digits. */
export function sumLines(lines: readonly SumLine[]): Html {
  return html`<dl class="sum-lines">${lines.map(
    ({ label, count, amount, role }) =>
      html`<div${role !== undefined && html` class="${role}"`}><dt>${label}</dt>${count !== undefined && html`<dd class="how-many">${count}</dd>`}${amount !== undefined && html`<dd class="sum">${amount}</dd>`}</div>`,
  )}</dl>`;
}
