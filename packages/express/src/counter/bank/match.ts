import type { Money } from "@ventanilla/client";
import { approvedAmountOf } from "../../attempt/approval.ts";
import type { Attempt } from "../../attempt/attempt.ts";
import { bankOrderOf, currencies } from "../../attempt/rules.ts";
import { withoutCardNumbers } from "../../base/card-numbers.ts";
import { byText } from "../format.ts";
import type { BankAmount } from "./amount.ts";
import { type BankPayment, type KeyName, keyNames, keyOf } from "./columns.ts";
import { partsOf, type Steps } from "./turns.ts";

/** A payment that both the shop and the bank have. */
export interface Pair {
  ours: Attempt;
  bank: BankPayment;
}

/** Our payments and the bank's: each is in exactly one of the lists. */
export interface Comparison {
  /** Both have it, with the same amount. */
  agreed: Pair[];
  /** Both have it, with different amounts. */
  differing: Pair[];
  onlyOurs: Attempt[];
  onlyBank: BankPayment[];
}

/** A payment of one side that has no partner yet. */
interface Open<T> {
  payment: T;
  amount: BankAmount;
  /** Its keys as {@link keyOf} makes them. */
  keys: Names;
  /** Its keys as they are written: the orders `7` and `007` are two, unless a spreadsheet has changed them. */
  written: Names;
  /** All its keys in one text, for sorting. */
  text: string;
}

type Names = Partial<Record<KeyName, string>>;

/**
 * Finds for each payment of the bank the one of ours with the same reference, else with the same authorization code,
 * else with the same order. Of several with the same key it takes one that is written the same, and then one with the
 * same amount. Two payments with different references never match, whatever else they share. The order of the lists
 * does not matter.
 */
export function* comparisonSteps(ours: readonly Attempt[], bank: readonly BankPayment[]): Steps<Comparison> {
  let openOurs = yield* openInOrder(ours, (attempt) => ({ amount: amountOf(attempt), ...namesIn(attempt) }));
  let openBank = yield* openInOrder(bank, ({ amount, written, ...keys }) => ({ amount, keys, written }));
  const found: Record<"agreed" | "differing", Pair[]> = { agreed: [], differing: [] };

  for (const name of keyNames) {
    for (const [spelling, kind] of rounds) {
      const takePartner = yield* partnersBy(name, spelling, kind === "agreed", openOurs);
      const left: Open<BankPayment>[] = [];
      for (const part of partsOf(openBank)) {
        for (const payment of part) {
          const partner = takePartner(payment);
          if (partner === undefined) left.push(payment);
          else found[kind].push({ ours: partner, bank: payment.payment });
        }
        yield;
      }
      openBank = left;
      const taken = new Set(found[kind].map((pair) => pair.ours));
      openOurs = openOurs.filter(({ payment }) => !taken.has(payment));
    }
  }
  const isOpen = new Set(openOurs.map(({ payment }) => payment));
  const lineOf = (pair: Pair) => pair.bank.line;
  return {
    agreed: found.agreed.toSorted((a, b) => lineOf(a) - lineOf(b)),
    differing: found.differing.toSorted((a, b) => lineOf(a) - lineOf(b)),
    onlyOurs: ours.filter((attempt) => isOpen.has(attempt)),
    onlyBank: openBank.map(({ payment }) => payment).toSorted((a, b) => a.line - b.line),
  };
}

/**
 * The rounds for each key. First keys must match as they are written, then as they are compared. In both cases first
 * with the same amount, then with another one.
 */
const rounds = [
  ["written", "agreed"],
  ["written", "differing"],
  ["keys", "agreed"],
  ["keys", "differing"],
] as const;

/** The approved amount. A part that nobody has named has an unknown amount: -1, which agrees with no charge. */
const amountOf = (attempt: Attempt): BankAmount => approvedAmountOf(attempt) ?? { ...attempt.amount, minor: -1 };

/** What the bank may name a payment by. */
export function namesIn(attempt: Attempt): Pick<Open<Attempt>, "keys" | "written"> {
  const { reference, authorizationCode } = attempt.facts.verdict ?? {};
  const named = { reference, authorizationCode, order: bankOrderOf(attempt) };
  const keys: Names = {};
  const written: Names = {};
  for (const name of keyNames) {
    // The text of the file was masked in the same way: a long reference may look like a card number.
    const text = withoutCardNumbers(named[name] ?? "");
    const key = keyOf(text);
    if (key === undefined) continue;
    keys[name] = key;
    written[name] = text;
  }
  return { keys, written };
}

/**
 * Payments with more keys first: those with fewer can still match what is left. Payments that share everything are
 * interchangeable, so the order in which they were given does not matter.
 */
function* openInOrder<T>(
  items: readonly T[],
  describe: (item: T) => Omit<Open<T>, "payment" | "text">,
): Steps<Open<T>[]> {
  const open: Open<T>[] = [];
  for (const part of partsOf(items)) {
    for (const item of part) {
      const described = describe(item);
      const text = `${joinedKeys(described.keys)} ${joinedKeys(described.written)}`;
      open.push({ payment: item, ...described, text });
    }
    yield;
  }
  // At once: as many as the longest file has take no longer than reading a part of it.
  return open.toSorted(
    (a, b) =>
      countKeys(b.keys) - countKeys(a.keys) ||
      // Those without a currency last.
      byText(a.amount.currency ?? "~", b.amount.currency ?? "~") ||
      a.amount.minor - b.amount.minor ||
      byText(a.text, b.text),
  );
}

const countKeys = (keys: Names): number => keyNames.filter((name) => keys[name] !== undefined).length;
const joinedKeys = (keys: Names): string => keyNames.map((name) => keys[name] ?? "").join(" ");

/**
 * Indexes our open payments by one of their keys. Equally good partners are in one group, so that one is found at once
 * however many share the key.
 * @param spelling whether keys match as they are written, or as they are compared
 * @param isExact whether a partner must have the same amount
 * @returns a function that takes the best partner of a payment out of the index
 */
function* partnersBy(
  name: KeyName,
  spelling: "written" | "keys",
  isExact: boolean,
  open: readonly Open<Attempt>[],
): Steps<(payment: Open<BankPayment>) => Attempt | undefined> {
  // These keys come before this one: two payments that both have one of them did not match by it, so they are not the
  // same.
  const earlier = keyNames.slice(0, keyNames.indexOf(name));
  const groupOf = (key: string, names: readonly KeyName[], currency: string, minor: number) =>
    [key, names.join("+"), currency, isExact ? minor : ""].join(" ");

  const groups = new Map<string, Attempt[]>();
  for (const part of partsOf(open)) {
    for (const { payment, amount, keys, [spelling]: spelled } of part) {
      const { [name]: key } = spelled;
      if (key === undefined) continue;
      const names = earlier.filter((each) => keys[each] !== undefined);
      const group = groupOf(key, names, amount.currency ?? "", amount.minor);
      const others = groups.get(group);
      if (others === undefined) groups.set(group, [payment]);
      else others.push(payment);
    }
    yield;
  }
  // Partners are taken from the end: the first one has to be last.
  for (const group of groups.values()) group.reverse();

  return ({ amount, keys, [spelling]: spelled }) => {
    const { [name]: key } = spelled;
    // A void or refund is not a charge with another amount.
    if (key === undefined || amount.minor < 0) return undefined;
    for (const names of subsetsOf(earlier.filter((each) => keys[each] === undefined))) {
      for (const currency of currenciesFor(amount, isExact)) {
        const partner = groups.get(groupOf(key, names, currency, amount.minor))?.pop();
        if (partner !== undefined) return partner;
      }
    }
    return undefined;
  };
}

/** Every subset of the items: from all of them to none. */
function subsetsOf<T>(items: readonly T[]): T[][] {
  let subsets: T[][] = [[]];
  for (const item of items) subsets = [...subsets.map((each) => [...each, item]), ...subsets];
  return subsets;
}

/**
 * The currencies of possible partners, the best first. `isExact`: only the currency that the bank names, if it does.
 */
function currenciesFor({ currency }: BankAmount, isExact: boolean): readonly Money["currency"][] {
  if (currency === undefined) return currencies;
  return isExact ? [currency] : [currency, ...currencies.filter((other) => other !== currency)];
}
