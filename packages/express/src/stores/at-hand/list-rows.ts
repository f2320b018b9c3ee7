import { shelfOf } from "../../attempt/shelf.ts";
import type { AttemptFilter, AttemptPage, StaffStore, TallyRow, TimeSpan } from "../staff-store.ts";
import { attemptsIn, by, type KeptAttempt } from "./kept-rows.ts";

/**
 * The lists of a store that has all attempts of a shop at hand and no queries. The stores of this package answer the same
 * by SQL.
 * @param rows the attempts in the order in which they were inserted; read at each call
 * @returns three methods of a `ShopStore`
 * @example
 * const { listAttempts, listApproved, tally } = listRows(rows);
 */
export function listRows(rows: readonly KeptAttempt[]): Pick<StaffStore, "listAttempts" | "listApproved" | "tally"> {
  const paidAt = ({ shelf }: KeptAttempt) => shelf.paidAt;
  return {
    listAttempts: async ({ filter = {}, ...request }) =>
      page(rows.filter((row) => meets(row, filter)).toReversed(), request),
    listApproved: async (span) => page(rows.filter((row) => isIn(span, paidAt(row))).toSorted(by(paidAt)), span),
    async tally(span) {
      const hourOf = ({ shelf }: KeptAttempt) => Math.floor((shelf.reachedAt - span.from) / 3_600_000);
      const lines = new Map<string, KeptAttempt[]>();
      for (const row of rows.filter(({ shelf }) => isIn(span, shelf.reachedAt))) {
        const line = `${row.shelf.tallyGroup} ${row.attempt.amount.currency} ${hourOf(row)}`;
        lines.set(line, [...(lines.get(line) ?? []), row]);
      }
      return [...lines.values()].map((line) => sumUp(line, hourOf));
    },
  };
}

const isIn = ({ from = 0, until = Number.POSITIVE_INFINITY }: Partial<TimeSpan>, at: number | null): boolean =>
  at !== null && at >= from && at < until;

/** Whether an attempt meets every condition that is given. */
function meets({ attempt, shelf, reference }: KeptAttempt, filter: AttemptFilter): boolean {
  const { amount, createdAt, order, facts } = attempt;
  // What is looked for, as it would stand on the shelf.
  const sought = shelfOf({ ...attempt, facts: { ...facts, verdict: { code: "", ...filter } } });
  const { minor, currency } = filter.amount ?? amount;
  return (
    (filter.groups?.includes(shelf.group) ?? true) &&
    (filter.toDecide ?? shelf.waitsFor) === shelf.waitsFor &&
    isIn(filter, createdAt) &&
    minor === amount.minor &&
    currency === amount.currency &&
    (filter.currency ?? currency) === currency &&
    [order, reference].includes(filter.order ?? order) &&
    (filter.reference === undefined || sought.referenceKey === shelf.referenceKey) &&
    (filter.authorizationCode === undefined || sought.codeKey === shelf.codeKey) &&
    (filter.lastDigits ?? shelf.lastFour) === shelf.lastFour
  );
}

/** A page of sorted rows. `after` is the id of the last attempt of the page before. */
function page(sorted: readonly KeptAttempt[], { after, limit }: { after?: string; limit: number }): AttemptPage {
  const start = sorted.findIndex(({ attempt }) => attempt.id === after) + 1;
  const attempts = attemptsIn(sorted.slice(start, start + limit));
  const next = attempts.at(-1)?.id;
  return { attempts, ...(next !== undefined && sorted.length > start + limit && { next }) };
}

/** A line of the tally. All rows are of one group, currency and hour. */
function sumUp(rows: readonly KeptAttempt[], hourOf: (row: KeptAttempt) => number): TallyRow {
  const [first] = rows as [KeptAttempt];
  const sum = (name: "counted" | "reversed" | "part" | "unnamedPart") => {
    const found = rows.flatMap(({ shelf }) => shelf[name] ?? []);
    return { count: found.length, minor: found.reduce((all, each) => all + each, 0) };
  };
  const [reversed, partial, unnamed] = [sum("reversed"), sum("part"), sum("unnamedPart")];
  return {
    group: first.shelf.tallyGroup,
    currency: first.attempt.amount.currency,
    hour: hourOf(first),
    ...sum("counted"),
    ...(reversed.count > 0 && { reversed }),
    ...(partial.count > 0 && { partial }),
    ...(unnamed.count > 0 && { partialUnknown: unnamed.count }),
  };
}
