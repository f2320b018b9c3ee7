import { createHash } from "node:crypto";
import type { Money } from "@ventanilla/client";
import type { Attempt } from "../../attempt/attempt.ts";
import { currencies, maxLengths } from "../../attempt/rules.ts";
import { balancesOf, type Found, type Sides } from "./comparison.ts";

/** How many payments a comparison with the bank's list has found of each kind. */
export interface ComparisonCounts {
  /** Payments that both have with the same amount, or that count for neither. */
  agreed: number;
  /** Payments that both have, with different amounts. */
  differing: number;
  /** Payments that only the shop has. */
  ours: number;
  /** Payments, voids and refunds that only the bank has in this batch. */
  bank: number;
  /** Rows of the bank's file that name a payment and were not compared. */
  left: number;
  /** Payments and parts of payments that are recorded here as given back, and that the bank's file has not given back. */
  awaited: number;
}

/** The counts whose payments are of the batch, and can be marked in its list. */
const marked = ["ours", "differing", "awaited"] as const;

/** One of {@link marked}. */
export type OffMark = (typeof marked)[number];

/** What is kept of a comparison. */
export interface ComparisonNote {
  counts: ComparisonCounts;
  /** Why a payment of the batch does not agree, by its {@link offKey}. Empty where they are too many to be kept. */
  off: ReadonlyMap<string, OffMark>;
  /** What the shop and the bank had in each currency. Empty in the notes of earlier versions. */
  sums: (Sides & { currency: Money["currency"] })[];
  /** Of {@link Found}. Absent in the notes of earlier versions. */
  basis?: string;
}

/** What is kept of a comparison that has found this. */
export function noteAbout(found: Found): ComparisonNote {
  const { lists, unreadable, basis } = found;
  const counts = {
    agreed: lists.agreed.length + lists.goneAgreed.length,
    differing: lists.differing.length,
    ours: lists.onlyOurs.length,
    bank: lists.onlyBank.length + lists.onlyBankBack.length + lists.backElsewhere.length,
    left: unreadable.length,
    awaited: lists.notReversed.length + lists.onlyOursBack.length,
  };
  const sums = balancesOf(found).flatMap(({ currency, here, bank }) =>
    currency === undefined ? [] : [{ currency, here, bank }],
  );
  const own = {
    ours: lists.onlyOurs,
    differing: lists.differing.map(({ ours }) => ours),
    awaited: lists.notReversed.map(({ ours }) => ours),
  } satisfies Record<OffMark, readonly Attempt[]>;
  const off = new Map(marked.flatMap((mark) => own[mark].map((attempt) => [offKey(attempt), mark] as const)));
  return { counts, off, sums, basis };
}

/** A short name of a payment: among those of a batch it is the only one. */
export const offKey = ({ id }: Pick<Attempt, "id">): string =>
  createHash("sha256").update(id).digest("base64url").slice(0, 6);

/** Whether both have the same, and every row was compared. */
export const isAgreement = ({ agreed, differing, ours, bank, left, awaited }: ComparisonCounts): boolean =>
  agreed > 0 && differing + ours + bank + left + awaited === 0;

/** The counts of every note, in its order. `awaited` follows them when it is above 0. */
const alwaysNoted = ["agreed", "differing", "ours", "bank", "left"] as const;

/**
 * The note in the form in which it is kept: `agreed 28, differing 0, ours 1, bank 0, left 0`, and `awaited 1` if any;
 * then what each side had in minor units: `; DOP here 295000 bank 290000`; the payments that do not agree, where they have
 * room: `; ours d3-x_9`; and the basis: `; of 29-9aZ…`.
 */
export function noteText({ counts, off, sums, basis }: ComparisonNote): string {
  const names = counts.awaited > 0 ? [...alwaysNoted, "awaited" as const] : alwaysNoted;
  const counted = names.map((name) => `${name} ${counts[name]}`).join(", ");
  const sides = sums.map(({ currency, here, bank }) => `${currency} here ${here} bank ${bank}`);
  const keys = marked.map((mark) => [mark, ...[...off.keys()].filter((key) => off.get(key) === mark)]);
  const named = keys.filter(({ length }) => length > 1).map((words) => words.join(" "));
  const ending = basis === undefined ? [] : [`of ${basis}`];
  const whole = [counted, ...sides, ...named, ...ending].join("; ");
  return whole.length <= maxLengths.reason ? whole : [counted, ...sides, ...ending].join("; ");
}

const countForm = (name: keyof ComparisonCounts) => `${name} (?<${name}>\\d+)`;
const form = new RegExp(`^${alwaysNoted.map(countForm).join(", ")}(?:, ${countForm("awaited")})?(?<sums>; .*)?$`);
const basisForm = /; of ([\w-]+)$/;
const offForm = new RegExp(`; (${marked.join("|")}) ([\\w -]+)`, "g");
const sumForm = /; (?<code>[A-Z]{3}) here (?<here>-?\d+) bank (?<bank>-?\d+)/g;

/** Reads a note of {@link noteText}. `undefined` for any other text. */
export function noteIn(text: string | undefined): ComparisonNote | undefined {
  const { groups } = form.exec(text ?? "") ?? {};
  if (groups === undefined) return undefined;
  const count = (name: keyof ComparisonCounts) => Number(groups[name] ?? 0);
  const sums = [...(groups.sums ?? "").matchAll(sumForm)].flatMap(([, code, here = "", bank = ""]) => {
    const currency = currencies.find((each) => each === code);
    return currency === undefined ? [] : [{ currency, here: BigInt(here), bank: BigInt(bank) }];
  });
  const counts = {
    agreed: count("agreed"),
    differing: count("differing"),
    ours: count("ours"),
    bank: count("bank"),
    left: count("left"),
    awaited: count("awaited"),
  };
  const [, basis] = basisForm.exec(groups.sums ?? "") ?? [];
  const off = new Map(
    [...(groups.sums ?? "").matchAll(offForm)].flatMap(([, mark, keys = ""]) =>
      keys.split(" ").map((key) => [key, mark as OffMark] as const),
    ),
  );
  return { counts, off, sums, ...(basis !== undefined && { basis }) };
}
