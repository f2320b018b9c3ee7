import type { CounterLanguage } from "./texts.ts";

const es = {
  /** How long the bank can void something. `time` is the batch close; how long until then follows. */
  open: {
    payment: (time: string) => `Se puede anular, solo completo, hasta el cierre de lote (${time})`,
    /** Where the bank has to say first what became of it: until then nothing is voided. */
    asked: (time: string) => `Pregunte antes del cierre de lote (${time}), mientras todavía se puede anular`,
    batch: (time: string) => `Los pagos aprobados se pueden anular hasta el cierre de lote (${time})`,
  },
  /** Above payments of which some are of the open batch. */
  some: (time: string) => `Los pagos del lote abierto se pueden anular, solo completos, hasta el cierre (${time}).`,
  /** @param span `2 h 05 min` */
  left: (span: string) => `quedan ${span}`,
  lastMinute: "queda menos de 1 min",
  /** In the row of a payment, below what is said once of all: how long follows. */
  toVoid: "Para anular:",
  underOneMinute: "menos de 1\u00a0min",
  isClosed: "Ya no se puede anular",
  /** Of what is not voided. */
  none: "Sin plazo",
  closed: (time: string) => `Ya no se puede anular: el lote cerró (${time}). Lo que queda es una devolución.`,
};

/** What is said about the time in which a payment can be voided. */
export type VoidTimeTexts = typeof es;

const en: VoidTimeTexts = {
  open: {
    payment: (time) => `Can be voided, only as a whole, until the batch close (${time})`,
    asked: (time) => `Ask before the batch close (${time}), while it can still be voided`,
    batch: (time) => `Approved payments can be voided until the batch close (${time})`,
  },
  some: (time) => `Payments of the open batch can be voided, only as a whole, until its close (${time}).`,
  left: (span) => `${span} left`,
  lastMinute: "less than 1 min left",
  toVoid: "To void it:",
  underOneMinute: "less than 1\u00a0min",
  isClosed: "Cannot be voided any more",
  none: "No deadline",
  closed: (time) => `Cannot be voided any more: the batch closed (${time}). What is left is a refund.`,
};

/** By language. */
export const voidTimeTexts: Record<CounterLanguage, VoidTimeTexts> = { es, en };
