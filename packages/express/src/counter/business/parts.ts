import type { CardScheme } from "@ventanilla/client";
import type { SpanTally } from "../../stores/staff-store.ts";
import { schemeName, timesOf } from "../format.ts";
import { businessTexts } from "../texts/business.ts";
import type { Visit } from "../visit.ts";
import { paymentsQuery } from "./payments-query.ts";
import { type PeriodSums, sumsOf } from "./period-sums.ts";
import { daysOf, type Shown, type Split } from "./shown.ts";

/** A period as it is shown, or a part of all periods, in one currency. */
export interface Line {
  name: string;
  /** Stands below its column. */
  short: string;
  /** What of `short` a narrow chart leaves out. */
  unit?: string | undefined;
  /** Where what it is of ends, as short: absent where that is in its name. */
  end?: string;
  /** What follows its name. */
  note?: string | undefined;
  /** Where its numbers lead, where its name does, and where those do that were declined. */
  to?: { within?: string; part?: string; taken?: string; back: string; declined: string } | undefined;
  sums: PeriodSums;
}

/** A part of what was charged, by what the sums are split by. */
interface Part extends Pick<Line, "name" | "short" | "unit" | "note"> {
  /** Parts with less stand earlier, and among those of one place the one with the most money. */
  place: number;
}

/**
 * The parts of a time, by the card's scheme, the hour of the day, who is paid or what is sold. What has neither payments nor returns
 * is left out, but for an hour between others.
 * @param rows of one currency, split by that
 * @param isNoted whether each branch has its number: else those have it whose names are alike
 */
export function partsOf(
  visit: Visit,
  shown: Shown & { split: Split },
  rows: readonly SpanTally[],
  isNoted = false,
): Line[] {
  const { split: by } = shown;
  const lines = [...Map.groupBy(rows, ({ split }) => split)]
    .map(([split, own]) => ({
      ...partOf(visit, { by, split }),
      // What is "others" depends on which products are the largest: no filter finds it.
      to: split === "" ? undefined : partLinks(shown, rows, split ? { [by]: split } : { without: by }),
      sums: sumsOf(own),
    }))
    .filter(({ sums: { taken, back, declined } }) => taken.count + back.count + declined > 0)
    .toSorted((a, b) => a.place - b.place || b.sums.taken.minor - a.sums.taken.minor);
  const all = by === "hour" ? withHoursBetween(visit, lines) : lines;
  return all.map(({ place, note, ...line }) => {
    const isAlike = isNoted || all.filter(({ name }) => name === line.name).length > 1;
    return { ...line, ...(isAlike && { note }) };
  });
}

function partLinks(shown: Shown, rows: readonly SpanTally[], part: Record<string, string>) {
  const to = linksOf(shown, rows, part);
  return { ...to, part: to.taken };
}

/**
 * Where the numbers of all periods lead: to their payments.
 * @param part the part of them that is meant
 */
export function linksOf(shown: Shown, [row]: readonly SpanTally[], part: Record<string, string>) {
  const days = daysOf(shown);
  const own = { currency: row?.currency ?? "", ...part };
  const to = (state: string) => paymentsQuery(days, { state, ...own });
  return { taken: to("charged"), back: paymentsQuery(days, own, "returns"), declined: to("declined") };
}

/** What a part is called. */
export function partOf(visit: Visit, { by, split }: { by: Split; split?: string | undefined }): Part {
  const words = businessTexts[visit.language];
  if (split === undefined) return { name: words.part[by].none, short: words.part[by].none, place: 2 };
  if (by === "branch") return branchOf(split);
  if (by === "product") return { name: split || words.others, short: split, place: split === "" ? 1 : 0 };
  if (by === "hour") return hourOf(visit, Number(split));
  const name = schemeName(split as CardScheme | "other", visit.language);
  return { name, short: name, place: split === "other" ? 1 : 0 };
}

const hourMs = 3_600_000;

/** An hour of a batch, by the clock on which it closes: on the day on which that is put back, the 25th is called as the first. */
function hourOf({ language, settings: { batchClose } }: Visit, index: number): Part {
  const { hour, hourOfDay } = timesOf(language, "UTC");
  const at = Date.parse(`1970-01-01T${batchClose}Z`) + index * hourMs;
  const name = hour(at);
  return { name, short: name, unit: /\D+$/.exec(name)?.[0].trim(), place: hourOfDay(at) };
}

/** The same, with the hours in which nothing happened, from the first that is there to the last. */
function withHoursBetween(visit: Visit, lines: readonly (Part & Line)[]): (Part & Line)[] {
  const [first = 24, last = 0] = [lines[0]?.place, lines.at(-1)?.place];
  return Array.from({ length: 24 }, (_, hour) => hourOf(visit, hour))
    .toSorted((a, b) => a.place - b.place)
    .filter(({ place }) => place >= first && place <= last)
    .flatMap((part) => {
      const own = lines.filter(({ place }) => place === part.place);
      return own.length > 0 ? own : { ...part, sums: sumsOf([]) };
    });
}

/** The name that the bank gets has 22 characters for the owner, and 13 for the city (contract §2.2). */
function branchOf(split: string): Part {
  const at = split.indexOf(" ");
  const [note, name] = [split.slice(0, at), split.slice(at + 1)];
  const parts = [name.slice(0, 22).trim(), name.slice(22, 35).trim()].filter((part) => part !== "");
  return { name: parts.join(", "), short: parts[0] ?? note, note, place: 0 };
}
