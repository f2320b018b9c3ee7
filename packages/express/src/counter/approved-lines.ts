import type { Money } from "@ventanilla/client";
import { formatMoney, html } from "@ventanilla/web";
import type { CountedSum } from "../staff/summary-numbers.ts";
import { hasSum, type TallySum } from "../staff/tally-sum.ts";
import type { SumLine } from "./sum-lines.ts";
import { sumTexts } from "./texts/sums.ts";
import type { Visit } from "./visit.ts";

/** A sum of payments in one currency, and what of it should go back: see `owedIn`. */
export interface CheckedSum extends TallySum {
  currency: Money["currency"];
  owed: CountedSum;
}

/** The line of a sum, and below it those of what it contains: `details`, what is only a part, and what should go back. */
export function linesOfSum(
  { language, root }: Pick<Visit, "language" | "root">,
  sum: CheckedSum,
  { label, role, owed, details = [] }: Pick<SumLine, "label" | "role"> & { owed?: string; details?: SumLine[] },
): SumLine[] {
  const words = sumTexts[language];
  const line = (name: SumLine["label"], { count, minor }: CountedSum, kind: SumLine["role"]): SumLine => ({
    label: name,
    count: words.payments(count),
    amount: formatMoney({ minor, currency: sum.currency }),
    role: kind,
  });
  const { partial, partialUnknown, reversed } = sum;
  return [
    { ...line(label, sum, role), ...(!hasSum(sum) && { amount: undefined }) },
    ...details,
    ...(partial.count > 0 ? [line(words.marked.partial, partial, "part")] : []),
    ...(partialUnknown > 0
      ? [{ label: words.marked.partialUnknown, count: words.payments(partialUnknown), role: "part" as const }]
      : []),
    ...(sum.owed.count > 0 ? [line(html`<a href="${root}decide">${owed}</a>`, sum.owed, "owed")] : []),
    ...(reversed.count > 0
      ? [line(words.marked.reversed, { count: reversed.count, minor: -reversed.minor }, "part")]
      : []),
  ];
}

/** The lines of what was approved. Where money went back, or it is asked for, the net sum is the one that matters. */
export function approvedLines(
  visit: Pick<Visit, "language" | "root">,
  sum: CheckedSum,
  { details, hasNet = sum.reversed.count > 0 }: { details?: SumLine[]; hasNet?: boolean } = {},
): SumLine[] {
  const words = sumTexts[visit.language];
  const lines = linesOfSum(visit, sum, {
    label: words.approved,
    role: hasNet ? undefined : "main",
    owed: words.owed.approved,
    ...(details && { details }),
  });
  const net = formatMoney({ minor: sum.minor - sum.reversed.minor, currency: sum.currency });
  return hasNet && hasSum(sum) ? [...lines, { label: words.net, amount: net, role: "main" }] : lines;
}
