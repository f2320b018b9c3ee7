import { type Html, html } from "@ventanilla/web";
import { linesOf, reasons, type Stage, sectionsOf } from "../../attempt/sections-of.ts";
import { countedSumOf } from "../../stores/tally-sum.ts";
import { standingName } from "../standing/standing.ts";
import { shareBar, wholeShares } from "../sums/share-bars.ts";
import { reasonTexts } from "../texts/why-not-paid.ts";
import type { Visit } from "../visit.ts";
import { paymentsQuery } from "./payments-query.ts";
import { daysOf, type Shown } from "./shown.ts";

/** Some attempts. */
interface Some {
  name: string;
  count: number;
  /** The state that lists them. */
  state?: string;
}

/** Attempts that are a part of others. */
type Part = Some & { share: number };

/** Attempts that are parts of a whole: a table. */
interface Parts {
  /** What all of them are, and how many, where that is their sum. */
  title: Pick<Some, "name"> & Partial<Some>;
  parts: readonly Part[];
  /** Those of the whole that are in none of the parts. */
  others?: readonly Some[];
  tone: "approved" | "declined";
  /** What each is a part of, in words. */
  about: string;
}

/** How far buyers came, and why those who did not pay did not, in all currencies. */
export function whyCard(visit: Visit, shown: Shown): Html {
  const words = reasonTexts[visit.language];
  const rows = shown.periods.flatMap((period) => period.rows);
  const countOf = (filter: Parameters<typeof linesOf>[0]) => countedSumOf(rows.filter(linesOf(filter))).count;
  const stage = (state: Stage): Some => ({ name: words.stages[state], count: countOf({ groups: [state] }), state });
  const days = daysOf(shown);
  const partsTable = ({ title, parts, others = [], tone, about }: Parts): Html => {
    const number = ({ count, state }: Partial<Some>) =>
      count === 0 || state === undefined
        ? String(count ?? "")
        : html`<a href="${visit.root}${paymentsQuery(days, { state })}">${count}</a>`;
    const row = (part: Part) =>
      html`<tr class="${part.count === 0 && "none"}"><th scope="row">${part.name}${shareBar(part.share, { tone, about }, visit.language)}</th><td class="number">${number(part)}</td></tr>`;
    return html`<table class="shares"><thead><tr><th scope="col">${title.name}</th><td class="number">${number(title)}</td></tr><tr><td class="dim">${about}</td></tr></thead><tbody>${parts.map(row)}</tbody>${others.length > 0 && html`<tbody>${others.map((each) => html`<tr><th scope="row">${each.name}</th><td class="number">${number(each)}</td></tr>`)}</tbody>`}</table>`;
  };
  const [refused, noCard] = [stage("refused"), stage("noCard")];
  const counts = reasons.map((reason) => countOf({ reason }));
  const recorded = { name: words.recorded, count: countOf({ groups: ["notPaid"] }), state: "notPaid" };
  const shares = wholeShares([...counts, recorded.count]);
  const reasonTable = (title: Some, group: Stage): Html => {
    const all = reasons.flatMap((reason, at) => {
      const part = { name: words.names[reason], count: counts[at] ?? 0, share: shares[at] ?? 0, state: reason };
      return sectionsOf({ groups: [group], reason }).length > 0 ? [part] : [];
    });
    return partsTable({ title, parts: all.filter(({ count }) => count > 0), tone: "declined", about: words.share });
  };
  const pressed = stage("pressed");
  const open = {
    name: standingName("decide", visit.language),
    count: countOf({ groups: ["decide"] }),
    state: "decide",
  };
  const paid = { name: words.paid, count: countOf({ groups: ["charged"] }), state: "charged" };
  const others = [open, recorded].filter(({ count }) => count > 0);
  const steps = [pressed, stage("atBank"), stage("sentCard"), paid].map(
    (step): Part => ({ ...step, share: step.count / Math.max(1, pressed.count) }),
  );
  // An authorization and its capture are both approved, and one buyer's.
  const hasHeld = rows.some((row) => row.group === "authorized");
  const title = { name: words.far };
  const unpaid = words.unpaid(refused.count + noCard.count + recorded.count, hasHeld ? undefined : pressed.count);
  const rest = [paid, open].flatMap(({ name, count }) => (count > 0 && !hasHeld ? `${name}: ${count}` : []));
  return html`<section class="card whys"><div><h2>${unpaid}</h2>${rest.length > 0 && html`<p class="dim">${rest.join(" · ")}</p>`}</div>${reasonTable(refused, "refused")}${reasonTable(noCard, "noCard")}${
    !hasHeld && partsTable({ title, parts: steps, others, tone: "approved", about: words.reached })
  }</section>`;
}
