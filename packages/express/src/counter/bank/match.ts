import { type Attempt, bankOrderOf } from "../../attempt/attempt.ts";
import type { BankAmount } from "./amount.ts";
import { withoutCardNumbers } from "./card-numbers.ts";
import { type BankPayment, type KeyName, keyNames, keyOf } from "./columns.ts";

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
  keys: Partial<Record<KeyName, string>>;
}

/**
 * Finds for each payment of the bank the one of ours with the same reference, else with the same authorization code, else
 * with the same order; of several with one name, the one with the same amount. Two that have different references are
 * never the same payment, whatever else they share. The order of the lists changes nothing.
 */
export function compare(ours: readonly Attempt[], bank: readonly BankPayment[]): Comparison {
  let openOurs = inOrder(ours.map((attempt) => ({ of: attempt, keys: keysOf(attempt) })));
  let openBank = inOrder(bank.map((payment) => ({ of: payment, keys: payment })));
  const found: Record<"agreed" | "differing", Pair[]> = { agreed: [], differing: [] };

  for (const [rank, name] of keyNames.entries()) {
    for (const kind of ["agreed", "differing"] as const) {
      const shelf = new Shelf(openOurs, name, keyNames.slice(0, rank), kind === "agreed");
      openBank = openBank.filter((payment) => {
        const partner = shelf.take(payment);
        if (partner !== undefined) found[kind].push({ ours: partner, bank: payment.of });
        return partner === undefined;
      });
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

function keysOf(attempt: Attempt): Open<Attempt>["keys"] {
  const { reference, authorizationCode } = attempt.facts.verdict ?? {};
  const named = { reference, authorizationCode, order: bankOrderOf(attempt) };
  const keys: Open<Attempt>["keys"] = {};
  for (const name of keyNames) {
    // As the file was read: a long reference may look like a card number.
    const key = keyOf(withoutCardNumbers(named[name] ?? ""));
    if (key !== undefined) keys[name] = key;
  }
  return keys;
}

/**
 * Those with most names first: the others can still take what is left. Those that share everything are interchangeable,
 * so the order in which they were given changes nothing.
 */
function inOrder<T extends { amount: BankAmount }>(open: readonly Open<T>[]): Open<T>[] {
  const sorted = open.map((one) => {
    const { currency = "", minor } = one.of.amount;
    const names = keyNames.map((name) => one.keys[name] ?? "");
    return { one, text: [9 - namesOf(one.keys), currency === "" ? 1 : 0, currency, minor, ...names].join("\t") };
  });
  return sorted.toSorted((a, b) => (a.text < b.text ? -1 : Number(a.text > b.text))).map(({ one }) => one);
}

const namesOf = (keys: Open<unknown>["keys"]): number => keyNames.filter((name) => keys[name] !== undefined).length;

/** Our open payments under one of their names, where a partner is found at once. */
class Shelf {
  readonly #name: KeyName;
  readonly #before: readonly KeyName[];
  readonly #byAmount: boolean;
  readonly #places = new Map<string, Attempt[]>();

  /** @param before the names that decide before this one: two that both have one of them are no partners */
  constructor(open: readonly Open<Attempt>[], name: KeyName, before: readonly KeyName[], byAmount: boolean) {
    this.#name = name;
    this.#before = before;
    this.#byAmount = byAmount;
    // Taken from the end: so the first comes last.
    for (const { of, keys } of open.toReversed()) {
      const place = this.#placeOf(keys, this.#namesIn(keys), of.amount.currency, of.amount.minor);
      if (place === undefined) continue;
      const there = this.#places.get(place);
      if (there === undefined) this.#places.set(place, [of]);
      else there.push(of);
    }
  }

  take({ of: { amount }, keys }: Open<BankPayment>): Attempt | undefined {
    const own = this.#namesIn(keys);
    // What agrees has the same currency; what differs has it rather than another.
    const currencies = currenciesFor(amount.currency).slice(0, this.#byAmount && amount.currency !== undefined ? 1 : 2);
    for (let names = 2 ** this.#before.length - 1; names >= 0; names--) {
      if ((names & own) !== 0) continue;
      for (const currency of currencies) {
        const place = this.#placeOf(keys, names, currency, amount.minor);
        const partner = place === undefined ? undefined : this.#places.get(place)?.pop();
        if (partner !== undefined) return partner;
      }
    }
    return undefined;
  }

  /** Which of the names before this one there are, as bits. */
  #namesIn(keys: Open<unknown>["keys"]): number {
    return this.#before.reduce((bits, name, at) => (keys[name] === undefined ? bits : bits | (1 << at)), 0);
  }

  #placeOf(keys: Open<unknown>["keys"], names: number, currency: string, minor: number): string | undefined {
    const key = keys[this.#name];
    if (key === undefined) return undefined;
    return `${names} ${currency} ${this.#byAmount ? minor : ""} ${key}`;
  }
}

const currenciesFor = (first: BankAmount["currency"]) => (first === "USD" ? ["USD", "DOP"] : ["DOP", "USD"]);
