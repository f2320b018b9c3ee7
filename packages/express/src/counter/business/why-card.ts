import { type Html, html } from "@ventanilla/web";
import { type Reason, reasons } from "../../attempt/group.ts";
import type { SpanTally } from "../../stores/staff-store.ts";
import { countedSumOf } from "../../stores/tally-sum.ts";
import { percent } from "../format.ts";
import { type Share, shareBars } from "../sums/share-bars.ts";
import { type SumLine, sumLines } from "../sums/sum-lines.ts";
import { reasonTexts } from "../texts/reasons.ts";
import { sumTexts } from "../texts/sums.ts";
import type { Visit } from "../visit.ts";
import { paymentsQuery } from "./payments-query.ts";
import type { Shown } from "./shown.ts";

/** The reasons of those who sent no card. */
const withoutCard: readonly Reason[] = ["launch", "button", "bankPage"];

/** How far buyers came, and why those who did not pay did not, in all currencies. */
export function whyCard(visit: Visit, { periods }: Shown): Html {
  const { language } = visit;
  const words = reasonTexts[language];
  const rows = periods.flatMap((period) => period.rows);
  const countOf = (isOf: (row: SpanTally) => boolean) => countedSumOf(rows.filter(isOf)).count;
  const because = (names: readonly Reason[]) => countOf(({ reason }) => reason !== undefined && names.includes(reason));
  const unpaid = because(reasons);
  const days = periods.flatMap(({ period }) => period.batches.map(({ date }) => date));
  const share = (reason: Reason): Share => {
    const value = because([reason]);
    const link = html`<a href="${visit.root}${paymentsQuery(days, { state: reason })}">${value}</a>`;
    return { name: words.names[reason], value, number: value === 0 ? "0" : link };
  };
  const withCard = reasons.filter((reason) => !withoutCard.includes(reason));
  const groups = [
    { name: words.refused, shares: withCard.map(share) },
    { name: words.left, shares: withoutCard.map(share) },
  ];
  return html`<section class="card"><div class="beside">${funnel(visit, { because, countOf, unpaid })}
${shareBars({ about: words.title, columns: words.columns, groups, tone: "declined" }, language)}</div></section>`;
}

/**
 * How many buyers came how far. Not where money was held: an authorization and its capture are both approved, and one
 * buyer's.
 */
function funnel(
  { language }: Visit,
  {
    because,
    countOf,
    unpaid,
  }: {
    because(names: readonly Reason[]): number;
    countOf(isOf: (row: SpanTally) => boolean): number;
    unpaid: number;
  },
): Html {
  const words = reasonTexts[language];
  const { payments } = sumTexts[language];
  const authorized = countOf(({ group }) => group === "authorized");
  if (authorized > 0) return sumLines([{ label: words.unpaid, count: payments(unpaid), role: "main" }]);
  const paid = countOf(({ group }) => group === "approved");
  const open = countOf(({ group }) => group === "decide" || group === "notPaid");
  const tried = paid + unpaid + open;
  const step = (label: string, count: number, role?: SumLine["role"]): SumLine => ({
    label,
    count: tried === 0 ? "–" : percent(count / tried, language),
    amount: String(count),
    role,
  });
  return sumLines([
    step(words.steps.button, tried),
    step(words.steps.bankPage, tried - because(["launch", "button"])),
    step(words.steps.card, tried - because(withoutCard)),
    ...(open > 0 ? [step(words.steps.decide, open, "part")] : []),
    step(words.steps.paid, paid, "main"),
  ]);
}
