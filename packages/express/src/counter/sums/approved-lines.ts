import type { Money } from "@ventanilla/client";
import { formatMoney, html } from "@ventanilla/web";
import type { CountedSum } from "../../staff/summary-numbers.ts";
import type { SpanTally } from "../../stores/staff-store.ts";
import { hasSum, type TallySum } from "../../stores/tally-sum.ts";
import type { OwedSums } from "../give-back/owed.ts";
import { type SumTexts, sumTexts } from "../texts/sums.ts";
import type { Visit } from "../visit.ts";
import type { SumLine } from "./sum-lines.ts";

/** A sum of payments in one currency. */
export interface CheckedSum extends TallySum, OwedSums {
  currency: Money["currency"];
  /**
   * What went back in the batch, of payments of any time. Absent where the payments are not those of a batch: what went
   * back of them is taken off them.
   */
  returned?: CountedSum;
}

/**
 * The line of a sum, and below it those of what it contains: `details`, what is only a part, and what should go back. Of
 * what is to be decided nobody knows yet how much was charged.
 */
export function linesOfSum(
  visit: Pick<Visit, "language" | "root">,
  sum: CheckedSum,
  {
    label,
    role,
    group,
    details = [],
  }: Pick<SumLine, "label" | "role"> & { group: SpanTally["group"]; details?: SumLine[] },
): SumLine[] {
  const words = sumTexts[visit.language];
  const line = linesIn(visit.language, sum.currency, group === "decide");
  const { partial, partialUnknown, reversed } = sum;
  return [
    { ...line(label, sum, role), ...(!hasSum(sum) && { amount: undefined }) },
    ...details,
    ...(partial.count > 0 ? [line(words.marked.partial, partial, "part")] : []),
    ...(partialUnknown > 0
      ? [{ label: words.marked.partialUnknown, count: words.payments(partialUnknown), role: "part" as const }]
      : []),
    ...(group === "authorized" || group === "decide" ? owedLines(visit, line, sum.owed, words.owed[group]) : []),
    ...(reversed.count > 0 && sum.returned?.minor !== reversed.minor
      ? [sum.returned ? line(words.since, reversed, "part") : line(words.marked.reversed, negative(reversed), "part")]
      : []),
  ];
}

/** Writes lines of payments. @param isMost whether no sum is larger than what it says */
const linesIn =
  (language: Visit["language"], currency: Money["currency"], isMost = false) =>
  (label: SumLine["label"], { count, minor }: CountedSum, role: SumLine["role"]): SumLine => ({
    label,
    count: sumTexts[language].payments(count),
    amount: html`${isMost && html`<small>${sumTexts[language].upTo}</small> `}${formatMoney({ minor, currency })}`,
    role,
  });

/** What of a sum should go back or may have gone, as a way to where that is decided. */
function owedLines(
  { root }: Pick<Visit, "root">,
  line: ReturnType<typeof linesIn>,
  counted: CountedSum,
  label: string,
): SumLine[] {
  return counted.count === 0 ? [] : [line(html`<a href="${root}decide">${label}</a>`, counted, "owed")];
}

/** What of a sum should go back, and what may have gone. */
export function backLines(
  visit: Pick<Visit, "language" | "root">,
  { currency, owed, unclear }: Pick<CheckedSum, "currency" | keyof OwedSums>,
  sum: keyof SumTexts["unclear"],
): SumLine[] {
  const words = sumTexts[visit.language];
  const line = linesIn(visit.language, currency);
  return [...owedLines(visit, line, owed, words.owed[sum]), ...owedLines(visit, line, unclear, words.unclear[sum])];
}

const negative = ({ count, minor }: CountedSum): CountedSum => ({ count, minor: -minor });

/**
 * The lines of what was approved. Where money went back, or it is asked for, the net sum is the one that matters: what
 * should still go back is in it, and stands below it.
 */
export function approvedLines(
  visit: Pick<Visit, "language" | "root">,
  sum: CheckedSum,
  { details, isNetShown = false }: { details?: SumLine[]; isNetShown?: boolean } = {},
): SumLine[] {
  const words = sumTexts[visit.language];
  const { currency, returned } = sum;
  const off = returned ?? sum.reversed;
  const hasNet = hasSum(sum) && (isNetShown || off.count > 0);
  const lines = linesOfSum(visit, sum, {
    label: words.approved,
    group: "approved",
    role: hasNet ? undefined : "main",
    ...(details && { details }),
  });
  const amount = (minor: number) => formatMoney({ minor, currency });
  return [
    ...lines,
    ...(returned && returned.count > 0
      ? [{ label: words.returned, count: words.returns(returned.count), amount: amount(-returned.minor) }]
      : []),
    ...(hasNet ? [{ label: words.net, amount: amount(sum.minor - off.minor), role: "main" as const }] : []),
    ...backLines(visit, sum, hasNet ? "net" : "approved"),
  ];
}
