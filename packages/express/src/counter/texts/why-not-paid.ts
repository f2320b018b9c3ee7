import type { Reason, Stage } from "../../attempt/sections-of.ts";
import type { CounterLanguage } from "./texts.ts";

const es = {
  title: "Por\u00a0qué no\u00a0se\u00a0pagó",
  /** The link to it, beside days and cards. */
  short: "No pagados",
  /** How far buyers came: above the steps, and what each is a part of. */
  far: "Hasta dónde llegaron",
  reached: "Parte de los que presionaron el botón",
  stages: {
    pressed: "Presionaron el botón",
    atBank: "Llegaron a la página del banco",
    sentCard: "Enviaron una tarjeta",
    decided: "Por resolver, o registrados como no pagados",
    refused: "El banco rechazó la tarjeta",
    noCard: "No se envió una tarjeta",
  } satisfies Record<Stage, string>,
  paid: "Pagaron",
  /** Those that a person has decided about. */
  recorded: "Registrados como no pagados",
  share: "Parte de los no pagados",
  /** @param of of how many who pressed the button, where that is counted */
  unpaid: (n: number, of?: number) => `No pagados: ${n}${of === undefined ? "" : ` de ${of}`}`,
  csv: { reason: "Razón", count: "Intentos", amount: "Monto" },
  names: {
    funds: "Sin fondos o límite",
    card: "Datos de la tarjeta",
    challenge: "3-D Secure rechazado o sin completar",
    bank: "El banco de la tarjeta dijo que no",
    shop: "Afiliación o terminal",
    launch: "La página del banco no abrió",
    button: "Se fue antes de la página del banco",
    bankPage: "Se fue de la página del banco",
  } satisfies Record<Reason, string>,
};

/** Why payments were not made, in words. */
export type ReasonTexts = typeof es;

const en: ReasonTexts = {
  title: "Why not\u00a0paid",
  short: "Not paid",
  far: "How far they came",
  reached: "Share of those who pressed the button",
  stages: {
    pressed: "Pressed the button",
    atBank: "Reached the bank's page",
    sentCard: "Sent a card",
    decided: "To resolve, or recorded as not paid",
    refused: "The bank refused the card",
    noCard: "No card was sent",
  },
  paid: "Paid",
  recorded: "Recorded as not paid",
  share: "Share of those not paid",
  unpaid: (n, of) => `Not paid: ${n}${of === undefined ? "" : ` of ${of}`}`,
  csv: { reason: "Reason", count: "Attempts", amount: "Amount" },
  names: {
    funds: "No funds or limit left",
    card: "Details of the card",
    challenge: "3-D Secure refused or not completed",
    bank: "The card's bank said no",
    shop: "Affiliation or terminal",
    launch: "The bank's page did not open",
    button: "Left before the bank's page",
    bankPage: "Left at the bank's page",
  },
};

/** By language. */
export const reasonTexts: Record<CounterLanguage, ReasonTexts> = { es, en };
