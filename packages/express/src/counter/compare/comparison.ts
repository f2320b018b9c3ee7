import type { Batch, Money } from "@ventanilla/client";
import { countedAmount, isGivenBack, type PartGivenBack, partsGivenBack, sumOf } from "../../attempt/approval.ts";
import type { Attempt } from "../../attempt/attempt.ts";
import { currencies } from "../../attempt/rules.ts";
import type { DeskSettings } from "../../staff/desk-settings.ts";
import { approvedIn } from "../../staff/pages.ts";
import type { ShopStore } from "../../stores/store.ts";
import { type BankAmount, sumsOf } from "../bank/amount.ts";
import { type BankPayment, type BankRows, keyOf, type Layout, paymentSteps } from "../bank/columns.ts";
import { comparisonSteps, namesIn, type Pair } from "../bank/match.ts";
import type { BankTable } from "../bank/read-csv.ts";
import { inTurns } from "../bank/turns.ts";
import { type ReturnElsewhere, withoutReversed } from "../bank/without-reversed.ts";
import { isWithin } from "../give-back/owed.ts";
import { type Return, returnsIn } from "../give-back/returns.ts";
import { basisOf, countedText } from "./comparison-basis.ts";
import { daysAround, knownHere } from "./known-here.ts";

/** A file of the bank, as text and as a table, and the batch that it is compared with. */
export interface BankList {
  batch: Batch;
  text: string;
  table: BankTable;
}

/** What a batch and the bank's list of it have in common, and what only one of them has. */
export interface Found extends Pick<BankRows, "uncounted" | "unnamed" | "unreadable" | "rounded"> {
  batch: Batch;
  /** See {@link basisOf}. */
  basis: string;
  /** Each payment that counts is in exactly one of them. */
  lists: {
    /** Both have it, with the same amount. */
    agreed: Pair[];
    /** Voids and refunds that agree with what is recorded here, and charges that they gave back. */
    reversedAgreed: BankPayment[];
    onlyBank: BankPayment[];
    /** Voids and refunds that nobody has recorded here. */
    onlyBankBack: BankPayment[];
    /** Voids and refunds that are recorded here, and count in another batch. */
    backElsewhere: ReturnElsewhere[];
    /** Both have it, it is recorded here as given back, and the bank has no void or refund of it. */
    notReversed: Pair[];
    /** What went back in this batch of payments of other batches, and is not in the file. */
    onlyOursBack: Return[];
    onlyOurs: Attempt[];
    /** Payments that went back whole in this batch, and do not count at the bank, either. */
    goneAgreed: Attempt[];
    /** Both have it, with different amounts. */
    differing: Pair[];
  };
  /** How much of each payment went back in `reversedAgreed`, in minor units, by the id of the attempt. */
  returned: ReadonlyMap<string, number>;
  /** The shop's attempts for payments that only the bank has, by the line of the payment. */
  known: ReadonlyMap<number, Attempt[]>;
  /** Rows that do not count, by the id of the payment that only the shop has. */
  uncountedHere: ReadonlyMap<string, BankPayment>;
}

/** One of the lists of {@link Found}. */
export type ListName = keyof Found["lists"];

/** What a list has. */
export type ListItem = Found["lists"][ListName][number];

/** Compares the bank's list with the batch. */
export async function findDifferences(
  { store }: DeskSettings,
  { batch, table }: BankList,
  layout: Layout,
): Promise<Found> {
  const ours: Attempt[] = [];
  for await (const attempts of approvedIn(store, batch)) ours.push(...attempts);
  const { payments, ...rows } = await inTurns(paymentSteps(table, layout));
  const { agreed, differing, onlyOurs, ...compared } = await inTurns(comparisonSteps(ours, payments));
  const unmatched = await withCurrency(store, batch, [...agreed, ...differing], compared.onlyBank);
  const returns = await returnsIn(store, daysAround(batch));
  const known = knownByReturns(unmatched, returns);
  // Few are looked up, so those come first of which nothing is recorded as given back.
  const others = unmatched.toSorted((a, b) => Number(known.has(a.line)) - Number(known.has(b.line)));
  for (const [line, attempts] of await knownHere(store, batch, others)) {
    const found = known.get(line) ?? [];
    known.set(line, [...found, ...attempts.filter(({ id }) => found.every((each) => each.id !== id))]);
  }
  const own = new Set(ours.map(({ id }) => id));
  const countsHere = (part: Return) => countsIn(batch, own.has(part.payment.id), part);
  const { reversed, elsewhere, onlyBank, returned, met } = withoutReversed(unmatched, known, countsHere);
  const isAwaited = ({ ours: one }: Pair) => backBy(batch, one) > (returned.get(one.id) ?? 0);
  const isOnlyOurs = (part: Return) => !own.has(part.payment.id) && countsHere(part) && !met.has(part.key);
  const isReversal = ({ amount }: BankPayment) => amount.minor < 0;
  // What went back in a row of its own leaves its charge to be there, too.
  const goneOf = (one: Attempt) => backBy(batch, one) - (returned.get(one.id) ?? 0);
  const isGone = (one: Attempt) => isGivenBack(one) && goneOf(one) >= countedAmount(one).minor;
  const uncounted = await inTurns(comparisonSteps(onlyOurs, rows.uncounted));
  return {
    ...rows,
    batch,
    basis: basisOf(batch, ours.map(countedText), returns),
    lists: {
      agreed: agreed.filter((pair) => !isAwaited(pair)),
      reversedAgreed: reversed,
      onlyBank: onlyBank.filter((payment) => !isReversal(payment)),
      onlyBankBack: onlyBank.filter(isReversal),
      backElsewhere: elsewhere,
      notReversed: agreed.filter(isAwaited),
      onlyOursBack: returns.filter(isOnlyOurs),
      onlyOurs: onlyOurs.filter((one) => !isGone(one)),
      goneAgreed: onlyOurs.filter(isGone),
      differing,
    },
    returned,
    known,
    uncountedHere: new Map([...uncounted.agreed, ...uncounted.differing].map((pair) => [pair.ours.id, pair.bank])),
  };
}

/**
 * Adds a currency to the payments that only the bank has and that the file gives without one. It is the currency of the
 * matched payments that the file gives without one. Nothing is added when these have several currencies or there are
 * none, or when the shop has an attempt in another currency around the batch.
 */
async function withCurrency(
  store: ShopStore,
  batch: Batch,
  matched: readonly Pair[],
  onlyBank: BankPayment[],
): Promise<BankPayment[]> {
  const unnamed = matched.filter(({ bank }) => bank.amount.currency === undefined);
  const [currency, another] = new Set(unnamed.map(({ ours }) => ours.amount.currency));
  if (currency === undefined || another !== undefined) return onlyBank;
  for (const other of currencies.filter((each) => each !== currency)) {
    const filter = { currency: other, ...daysAround(batch) };
    if ((await store.listAttempts({ filter, limit: 1 })).attempts.length > 0) return onlyBank;
  }
  return onlyBank.map((payment) => ({ ...payment, amount: { currency, ...payment.amount } }));
}

/** Two amounts in one currency: what the shop has after what went back, and what the bank has. */
export interface Sides {
  here: bigint;
  bank: bigint;
}

/** The sums of a comparison in one currency. */
export interface Balance extends Sides {
  /** `undefined` for amounts of the bank whose currency is not known. */
  currency: Money["currency"] | undefined;
  /** The sums of the lists that have something in this currency: they add up to the whole. */
  parts: (Sides & { name: ListName; count: number })[];
}

/** What the shop and the bank have in each currency. The parts are the causes of the difference. */
export function balancesOf(found: Found): Balance[] {
  const names = Object.keys(found.lists) as ListName[];
  const lists = names.map((name) => ({ name, items: found.lists[name].map((item) => sidesOf(found, name, item)) }));
  const every = lists.flatMap(({ items }) => items).flat();
  const used = new Set(every.map(({ currency }) => currency));
  return [...currencies, undefined]
    .filter((currency) => used.has(currency))
    .map((currency) => {
      const parts = lists.flatMap(({ name, items }) => {
        const own = items.filter((sides) => sides.some((each) => each.currency === currency));
        return own.length === 0 ? [] : [{ name, count: own.length, ...sumIn(own.flat(), currency) }];
      });
      return { currency, ...sumIn(every, currency), parts };
    });
}

/** An amount of one side. */
export type SideAmount = BankAmount & { side: keyof Sides };

/** What a payment of a list counts on each side. */
export function sidesOf(found: Found, name: ListName, item: ListItem): SideAmount[] {
  if ("payment" in item) return [{ side: "here", currency: item.amount.currency, minor: -item.amount.minor }];
  if ("facts" in item) return [{ side: "here", ...hereOf(found, item) }];
  if ("ours" in item) {
    return [
      { side: "here", ...hereOf(found, item.ours) },
      { side: "bank", currency: item.ours.amount.currency, ...item.bank.amount },
    ];
  }
  const bank: SideAmount = { side: "bank", ...item.amount };
  return name === "reversedAgreed" ? [{ ...bank, side: "here" }, bank] : [bank];
}

/** What counts here of an approved payment: without what went back, unless its void or refund counts by itself. */
export function hereOf({ batch, returned }: Found, attempt: Attempt): Money {
  const { minor, currency } = countedAmount(attempt);
  const inFile = returned.get(attempt.id) ?? 0;
  return { minor: minor - Math.max(0, backBy(batch, attempt) - inFile), currency };
}

/** What of a payment the bank's list of its batch is without: what went back by the batch close. */
const backBy = (batch: Batch, attempt: Attempt): number =>
  sumOf(partsGivenBack(attempt).filter((part) => countsIn(batch, true, part)));

/**
 * Whether a part that went back counts in a batch: of a payment of the batch by the batch close, of any other payment within
 * the batch. What earlier versions recorded about two payments has no day, and counts with its payment.
 */
function countsIn(batch: Batch, isOwn: boolean, { on, at }: PartGivenBack): boolean {
  if (on === undefined) return isOwn;
  return isOwn ? at < batch.until : isWithin(batch, at);
}

/**
 * The payments that a void or refund may be of, by its line: those with a part that went back around the batch, by that
 * part's reference or their own; by another number where the file has no reference, as two of them are two payments.
 */
function knownByReturns(unmatched: readonly BankPayment[], returns: readonly Return[]): Map<number, Attempt[]> {
  const names = returns.flatMap(({ reference, payment }) =>
    Object.entries({ part: keyOf(reference), ...namesIn(payment).keys }).map(([name, key]) => ({
      name: `${name} ${key}`,
      payment,
    })),
  );
  const byName = Map.groupBy(names, ({ name }) => name);
  const known = new Map<number, Attempt[]>();
  for (const { line, amount, reference, authorizationCode, order } of unmatched) {
    if (amount.minor >= 0) continue;
    const keys = reference === undefined ? { authorizationCode, order } : { part: reference, reference };
    const named = Object.entries(keys).filter(([, key]) => key !== undefined);
    const found = named.flatMap(([name, key]) => byName.get(`${name} ${key}`) ?? []);
    if (found.length > 0) known.set(line, [...new Set(found.map(({ payment }) => payment))]);
  }
  return known;
}

function sumIn(amounts: readonly SideAmount[], currency: Balance["currency"]): Sides {
  const own = amounts.filter((each) => each.currency === currency);
  const sideOf = (side: keyof Sides) => sumsOf(own.filter((each) => each.side === side))[0]?.minor ?? 0n;
  return { here: sideOf("here"), bank: sideOf("bank") };
}
