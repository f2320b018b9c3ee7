import type { Mark } from "../standing/marks.ts";
import type { CounterLanguage } from "./texts.ts";

const es = {
  payments: (count: number) => (count === 1 ? "1 pago" : `${count} pagos`),
  approved: "Aprobados",
  /** Those among the payments that are added up. */
  marked: {
    confirmed: "De estos, confirmados por una persona",
    partial: "De estos, aprobados en parte",
    partialUnknown: "De estos, aprobados en parte, sin sumar",
    reversed: "De estos, devueltos",
    reversedInPart: "De estos, devueltos en parte",
  } satisfies Record<Mark, string>,
  /** Those among the payments that go back unless a person says that they stay, by the sum that contains them. */
  owed: {
    approved: "De estos, por devolver",
    /** The same of the column `taken`, where no net sum is shown. */
    taken: "De lo cobrado, por devolver",
    /** The same, where the net sum contains it. */
    net: "Del neto, por devolver",
    authorized: "De estos, por liberar",
    decide: "De estos, por devolver o registrar",
  },
  /** Before a sum of which nobody knows yet how much was charged. */
  upTo: "hasta",
  /** Those that were sent back, and nobody knows whether they went. */
  unclear: {
    approved: "De estos, con devolución sin confirmar",
    taken: "De lo cobrado, con devolución sin confirmar",
    net: "Del neto, con devolución sin confirmar",
  },
  /** Those among the payments of a batch of which something went back, in the batch or later. */
  since: "De estos, ya devueltos",
  /** What went back in a batch, of payments of any time. */
  returned: "Devuelto en este lote",
  returns: (count: number) => (count === 1 ? "1 devolución" : `${count} devoluciones`),
  /** What is left without what was given back. */
  net: "Neto",
};

/** What the lines of sums are called. */
export type SumTexts = typeof es;

const en: SumTexts = {
  payments: (count) => (count === 1 ? "1 payment" : `${count} payments`),
  approved: "Approved",
  marked: {
    confirmed: "Of these, confirmed by a person",
    partial: "Of these, approved in part",
    partialUnknown: "Of these, approved in part, not added up",
    reversed: "Of these, given back",
    reversedInPart: "Of these, given back in part",
  },
  owed: {
    approved: "Of these, to give back",
    taken: "Of what was charged, to give back",
    net: "Of the net, to give back",
    authorized: "Of these, to release",
    decide: "Of these, to give back or record",
  },
  upTo: "up to",
  unclear: {
    approved: "Of these, with an unconfirmed return",
    taken: "Of what was charged, with an unconfirmed return",
    net: "Of the net, with an unconfirmed return",
  },
  since: "Of these, given back so far",
  returned: "Given back in this batch",
  returns: (count) => (count === 1 ? "1 return" : `${count} returns`),
  net: "Net",
};

/** By language. */
export const sumTexts: Record<CounterLanguage, SumTexts> = { es, en };
