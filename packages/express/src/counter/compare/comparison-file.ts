import { type Cell, formatMoney } from "@ventanilla/web";
import { approvedAmountOf } from "../../attempt/approval.ts";
import { bankOrderOf } from "../../attempt/rules.ts";
import type { Pair } from "../bank/match.ts";
import { sendRows, wholeRows } from "../download/send-file.ts";
import { compareTexts } from "../texts/compare.ts";
import type { Visit } from "../visit.ts";
import { type Found, type ListItem, type ListName, type SideAmount, type Sides, sidesOf } from "./comparison.ts";

/** Sends what a comparison has found as a file: a row for each payment, and a last row that counts them. */
export function sendComparison(visit: Visit, found: Found, format: string): Promise<"sent"> {
  const { result, csv } = compareTexts[visit.language];
  const names = Object.keys(found.lists) as ListName[];
  const rows = [
    ...names.flatMap((name) =>
      found.lists[name].map((item) => cellsOf(result[name], item, sidesOf(found, name, item))),
    ),
    ...found.uncounted.map(({ line, written, amount, state = "" }) => {
      const money = formatMoney({ currency: "", ...amount }).replace("\u2212", "-");
      return uncomparedCells(result.uncounted, line, [...Object.values(written), money, state]);
    }),
    ...found.unreadable.map(({ line, cells }) => uncomparedCells(result.unreadable, line, cells)),
  ];
  const ending = [csv.ending(rows.length), ...empty(csv.columns.length - 1)];
  const name = `ventanilla-${found.batch.date}-${csv.fileName}`;
  return sendRows(visit, { format, name }, wholeRows([csv.columns, ...rows, ending]));
}

const empty = (count: number): string[] => Array.from({ length: count }, () => "");

/** The cells of a row of the bank's file that does not count: no amount of it is added up. */
const uncomparedCells = (name: string, line: number, cells: readonly string[]): Cell[] => [
  name,
  String(line),
  ...empty(9),
  cells.filter((cell) => cell !== "").join(" · "),
];

/** The cells of a payment, whose differences add up to that of the page. A part that nobody has named is empty. */
function cellsOf(name: string, item: ListItem, sides: readonly SideAmount[]): Cell[] {
  const { ours, bank } = pairOf(item);
  const { authorizationCode, ...numbers } = { ...bank?.written, ...ours?.facts.verdict };
  const reference = "payment" in item ? item.reference : numbers.reference;
  const isUnnamed = ours !== undefined && approvedAmountOf(ours) === undefined;
  const amountOf = (side: keyof Sides) => sides.find((each) => each.side === side)?.minor ?? 0;
  const [here, there] = [amountOf("here"), amountOf("bank")];
  const id = (text = "") => ({ id: text });
  return [
    name,
    bank === undefined ? "" : String(bank.line),
    id(ours?.order),
    id(ours === undefined ? bank?.written.order : bankOrderOf(ours)),
    id(reference),
    id(authorizationCode),
    ours?.amount.currency ?? bank?.amount.currency ?? "",
    isUnnamed ? "" : { minor: here },
    { minor: there },
    { minor: there - here },
    id(ours?.id),
    bank?.state ?? "",
  ];
}

function pairOf(item: ListItem): Partial<Pair> {
  if ("payment" in item) return { ours: item.payment };
  if ("ours" in item) return item;
  return "facts" in item ? { ours: item } : { bank: item };
}
