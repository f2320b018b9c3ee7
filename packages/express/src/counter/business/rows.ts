import type { Money } from "@ventanilla/client";
import type { Cell } from "@ventanilla/web";
import { currencies } from "../../attempt/rules.ts";
import { reasons } from "../../attempt/sections-of.ts";
import type { SpanTally } from "../../stores/staff-store.ts";
import { countedSumOf } from "../../stores/tally-sum.ts";
import { businessTexts } from "../texts/business.ts";
import { reasonTexts } from "../texts/why-not-paid.ts";
import type { Visit } from "../visit.ts";
import { partsOf } from "./parts.ts";
import { type PeriodSums, sumsOf } from "./period-sums.ts";
import type { Shown } from "./shown.ts";

/** The numbers of the page as rows of a file: the names of the columns, then each period and currency, the earliest first. */
export function businessRows(visit: Visit, shown: Shown): Cell[][] {
  const words = businessTexts[visit.language];
  const { question, split, periods } = shown;
  const each = periods.toReversed().flatMap(({ period: { batches }, rows }) =>
    currencies.flatMap((currency) => {
      const own = rows.filter((row) => row.currency === currency);
      const place = [{ time: batches[0].date }, { time: (batches.at(-1) ?? batches[0]).date }, currency];
      return own.length === 0 ? [] : cellsOf(visit, shown, own).map((cells) => [...place, ...cells]);
    }),
  );
  if (question === "why") return [[...words.csv.place, ...Object.values(reasonTexts[visit.language].csv)], ...each];
  const part = split === undefined ? [] : [words.part[split].column];
  return [[...words.csv.place, ...part, ...words.csv.sums], ...each];
}

/** The cells of a period after its place: one row, or one for each part or reason. */
function cellsOf(visit: Visit, shown: Shown, rows: readonly SpanTally[]): Cell[][] {
  const { question, split } = shown;
  if (question === "why") {
    const { names, recorded } = reasonTexts[visit.language];
    const cells = (name: string, own: readonly SpanTally[]): Cell[][] => {
      const { count, minor } = countedSumOf(own);
      return count === 0 ? [] : [[name, { count }, { minor }]];
    };
    const each = reasons.map((reason) =>
      cells(
        names[reason],
        rows.filter((row) => row.reason === reason),
      ),
    );
    return [
      ...each,
      cells(
        recorded,
        rows.filter(({ group }) => group === "notPaid"),
      ),
    ].flat();
  }
  if (split === undefined) return [sumCells(sumsOf(rows))];
  // Of each period there are other branches: their numbers say which is which in all of them.
  return partsOf(visit, { ...shown, split }, rows, true).map(({ name, note, sums }) => [
    // A text of the shop, which a spreadsheet may read as something else.
    split === "product" ? { id: name } : [name, note].filter((text) => text !== undefined).join(" "),
    ...sumCells(sums),
  ]);
}

function sumCells({ taken, back, unnamed, declined }: PeriodSums): Cell[] {
  const amounts = [taken.minor, back.minor, taken.minor - back.minor].map((minor): Pick<Money, "minor"> => ({ minor }));
  return [...amounts, ...[taken.count, unnamed, back.count, declined].map((count) => ({ count }))];
}
