import { type Html, html } from "@ventanilla/web";
import { type Reason, reasons } from "../../attempt/group.ts";
import type { SpanTally } from "../../stores/staff-store.ts";
import { countedSumOf } from "../../stores/tally-sum.ts";
import { shareBar } from "../sums/share-bars.ts";
import { reasonTexts } from "../texts/reasons.ts";
import type { Visit } from "../visit.ts";
import { paymentsQuery } from "./payments-query.ts";
import type { Shown } from "./shown.ts";

/** The reasons of those who sent no card. */
const withoutCard: readonly Reason[] = ["launch", "button", "bankPage"];

/** Some attempts. */
interface Some {
  name: string;
  count: number;
  /** The state that lists them. */
  state?: string;
}

/** Attempts that are parts of a whole: a table. */
interface Parts {
  /** What all of them are, and how many, where that is their sum. */
  title: Pick<Some, "name"> & Partial<Some>;
  parts: readonly Some[];
  tone: "approved" | "declined";
  /** How many the whole is, and in words, for whoever does not see the bars, what each is a part of. */
  whole: number;
  about: string;
}

/** How far buyers came, and why those who did not pay did not, in all currencies. */
export function whyCard(visit: Visit, { periods }: Shown): Html {
  const words = reasonTexts[visit.language];
  const rows = periods.flatMap((period) => period.rows);
  const countOf = (isOf: (row: SpanTally) => boolean) => countedSumOf(rows.filter(isOf)).count;
  const because = (names: readonly Reason[]) => countOf(({ reason }) => reason !== undefined && names.includes(reason));
  const whole = because(reasons);
  const days = periods.flatMap(({ period }) => period.batches.map(({ date }) => date));
  const partsTable = ({ title, parts, tone, about, ...of }: Parts): Html => {
    const number = ({ count, state }: Partial<Some>) =>
      count === 0 || state === undefined
        ? String(count ?? "")
        : html`<a href="${visit.root}${paymentsQuery(days, { state })}">${count}</a>`;
    const row = (part: Some) =>
      html`<tr class="${part.count === 0 && "none"}"><th scope="row">${part.name}${part.count > 0 && shareBar(part.count / of.whole, { tone, about }, visit.language)}</th><td class="number">${number(part)}</td></tr>`;
    return html`<table class="shares"><thead><tr><th scope="col">${title.name}</th><td class="number">${number(title)}</td></tr><tr><td class="dim">${about}</td></tr></thead><tbody>${parts.map(row)}</tbody></table>`;
  };
  const group = (name: string, names: readonly Reason[]): Html => {
    const parts = names.map((reason) => ({ name: words.names[reason], count: because([reason]), state: reason }));
    return partsTable({ title: { name, count: because(names) }, parts, tone: "declined", whole, about: words.share });
  };
  const steps = stepsOf(words, because, countOf);
  const withCard = reasons.filter((reason) => !withoutCard.includes(reason));
  return html`<section class="card whys">${
    steps &&
    partsTable({
      title: { name: words.far },
      parts: steps,
      tone: "approved",
      whole: steps[0]?.count ?? 0,
      about: words.reached,
    })
  }${group(words.refused, withCard)}${group(words.left, withoutCard)}</section>`;
}

/**
 * How many buyers came how far. `undefined` where money was held: an authorization and its capture are both approved, and
 * one buyer's.
 */
function stepsOf(
  { steps }: (typeof reasonTexts)["es"],
  because: (names: readonly Reason[]) => number,
  countOf: (isOf: (row: SpanTally) => boolean) => number,
): Some[] | undefined {
  if (countOf(({ group }) => group === "authorized") > 0) return undefined;
  const paid = countOf(({ group }) => group === "approved");
  const open = countOf(({ group }) => group === "decide" || group === "notPaid");
  const tried = paid + because(reasons) + open;
  return [
    { name: steps.button, count: tried },
    { name: steps.bankPage, count: tried - because(["launch", "button"]) },
    { name: steps.card, count: tried - because(withoutCard) },
    ...(open > 0 ? [{ name: steps.decide, count: open }] : []),
    { name: steps.paid, count: paid, state: "charged" },
  ];
}
