import type { Money } from "@ventanilla/client";
import { approvedAmountOf } from "../../attempt/approved-part.ts";
import { type Attempt, bankOrderOf } from "../../attempt/attempt.ts";
import { currencies } from "../../stores/counter-checks.ts";
import { withoutCardNumbers } from "../../web/card-numbers.ts";
import type { BankAmount } from "./amount.ts";
import { type BankPayment, type KeyName, keyNames, keyOf } from "./columns.ts";
import { atOnce, partsOf, type Steps, sorted } from "./turns.ts";

/** A payment that both have. */
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
  of: T;
  amount: BankAmount;
  keys: Names;
  /** Its names as they are written: the orders `7` and `007` are two, unless a spreadsheet wrote them. */
  written: Names;
  /** All its names in one text. */
  text: string;
}

type Names = Partial<Record<KeyName, string>>;

/**
 * Finds for each payment of the bank the one of ours with the same reference, else with the same authorization code, else
 * with the same order; of several with one name, one that is written alike, and then one with the same amount. Two that
 * have different references are never the same payment, whatever else they share. The order of the lists changes nothing.
 */
export const compare = (ours: readonly Attempt[], bank: readonly BankPayment[]): Comparison =>
  atOnce(comparisonSteps(ours, bank));

/** {@link compare}, step by step. */
export function* comparisonSteps(ours: readonly Attempt[], bank: readonly BankPayment[]): Steps<Comparison> {
  let openOurs = yield* inOrder(ours, (attempt) => ({ amount: amountOf(attempt), ...namesIn(attempt) }));
  let openBank = yield* inOrder(bank, ({ amount, written, ...keys }) => ({ amount, keys, written }));
  const found: Record<"agreed" | "differing", Pair[]> = { agreed: [], differing: [] };

  for (const name of keyNames) {
    for (const [spelling, kind] of rounds) {
      const takePartner = yield* partnersBy(name, spelling, kind === "agreed", openOurs);
      const left: Open<BankPayment>[] = [];
      for (const part of partsOf(openBank)) {
        for (const payment of part) {
          const partner = takePartner(payment);
          if (partner === undefined) left.push(payment);
          else found[kind].push({ ours: partner, bank: payment.of });
        }
        yield;
      }
      openBank = left;
      const taken = new Set(found[kind].map((pair) => pair.ours));
      openOurs = openOurs.filter(({ of }) => !taken.has(of));
    }
  }
  const isOpen = new Set(openOurs.map(({ of }) => of));
  const lineOf = (pair: Pair) => pair.bank.line;
  return {
    agreed: found.agreed.toSorted((a, b) => lineOf(a) - lineOf(b)),
    differing: found.differing.toSorted((a, b) => lineOf(a) - lineOf(b)),
    onlyOurs: ours.filter((attempt) => isOpen.has(attempt)),
    onlyBank: openBank.map(({ of }) => of).toSorted((a, b) => a.line - b.line),
  };
}

/** First what is written alike. */
const rounds = [
  ["written", "agreed"],
  ["written", "differing"],
  ["keys", "agreed"],
  ["keys", "differing"],
] as const;

/** What was approved. A part that nobody has named agrees with no charge: its amount is not known. */
const amountOf = (attempt: Attempt): BankAmount => approvedAmountOf(attempt) ?? { ...attempt.amount, minor: -1 };

function namesIn(attempt: Attempt): Pick<Open<Attempt>, "keys" | "written"> {
  const { reference, authorizationCode } = attempt.facts.verdict ?? {};
  const named = { reference, authorizationCode, order: bankOrderOf(attempt) };
  const keys: Names = {};
  const written: Names = {};
  for (const name of keyNames) {
    // As the file was read: a long reference may look like a card number.
    const text = withoutCardNumbers(named[name] ?? "");
    const key = keyOf(text);
    if (key === undefined) continue;
    keys[name] = key;
    written[name] = text;
  }
  return { keys, written };
}

/**
 * Those with most names first: the others can still take what is left. Those that share everything are interchangeable,
 * so the order in which they were given changes nothing.
 */
function* inOrder<T>(items: readonly T[], look: (item: T) => Omit<Open<T>, "of" | "text">): Steps<Open<T>[]> {
  const open: Open<T>[] = [];
  for (const part of partsOf(items)) {
    for (const item of part) {
      const looked = look(item);
      open.push({ of: item, ...looked, text: `${textOf(looked.keys)} ${textOf(looked.written)}` });
    }
    yield;
  }
  return yield* sorted(
    open,
    (a, b) =>
      namesOf(b.keys).length - namesOf(a.keys).length ||
      // Those without a currency last.
      compareTexts(a.amount.currency ?? "~", b.amount.currency ?? "~") ||
      a.amount.minor - b.amount.minor ||
      compareTexts(a.text, b.text),
  );
}

const namesOf = (keys: Names) => keyNames.filter((name) => keys[name] !== undefined);
const textOf = (keys: Names) => keyNames.map((name) => keys[name] ?? "").join(" ");
const compareTexts = (a: string, b: string) => (a < b ? -1 : Number(a > b));

/**
 * Our open payments by one of their names, to be taken one by one. They lie in groups of those that are equally good, so
 * that a partner is found at once however many share the name.
 * @param spelling by the name as it is written, or as it is compared
 * @param isExact only one with the same amount is a partner
 */
function* partnersBy(
  name: KeyName,
  spelling: "written" | "keys",
  isExact: boolean,
  open: readonly Open<Attempt>[],
): Steps<(payment: Open<BankPayment>) => Attempt | undefined> {
  // They decide before this name: two that both have one of them are no partners.
  const earlier = keyNames.slice(0, keyNames.indexOf(name));
  const groupOf = (key: string, names: readonly KeyName[], currency: string, minor: number) =>
    [key, names.join("+"), currency, isExact ? minor : ""].join(" ");

  const groups = new Map<string, Attempt[]>();
  for (const part of partsOf(open)) {
    for (const { of, amount, keys, [spelling]: spelled } of part) {
      const { [name]: key } = spelled;
      if (key === undefined) continue;
      const names = earlier.filter((each) => keys[each] !== undefined);
      const group = groupOf(key, names, amount.currency ?? "", amount.minor);
      const others = groups.get(group);
      if (others === undefined) groups.set(group, [of]);
      else others.push(of);
    }
    yield;
  }
  // They are taken from the end: so the first comes last.
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

/** All of them first, none of them last. */
function subsetsOf<T>(items: readonly T[]): T[][] {
  let subsets: T[][] = [[]];
  for (const item of items) subsets = [...subsets.map((each) => [...each, item]), ...subsets];
  return subsets;
}

/** What agrees has the currency that the bank names; what differs has it rather than another. */
function currenciesFor({ currency }: BankAmount, isExact: boolean): readonly Money["currency"][] {
  if (currency === undefined) return currencies;
  return isExact ? [currency] : [currency, ...currencies.filter((other) => other !== currency)];
}
