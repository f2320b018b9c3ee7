// Compiled, not run: what order() may answer, and what the compiler refuses.
import type { Order, OrderDetails, Texts, Translations } from "@ventanilla/express";

declare const details: OrderDetails;
declare const isLarge: boolean;

export const taken: Order[] = [
  details,
  { ...details, installments: isLarge },
  { ...details, capture: "later" },
  { ...details, capture: "later", installments: false },
  { ...details, capture: isLarge ? "later" : undefined },
];

export const refused: Order[] = [
  // @ts-expect-error installments are for sales: nothing is authorized for them
  { ...details, capture: "later", installments: true },
  // @ts-expect-error the same when it depends on the order
  { ...details, capture: "later", installments: isLarge },
];

declare const haitian: Texts;

export const translations: Translations[] = [
  {},
  { es: { back: "Volver al colmado" }, en: { refused: { too_many: { title: "One moment" } } } },
  { ht: haitian, eu: haitian, "pt-BR": haitian, "es-MX": haitian, "en-GB": haitian },
  // @ts-expect-error no text has this name
  { es: { bak: "Volver" } },
  // @ts-expect-error the same of another language, and of a text within a group
  { ht: { refused: { too_much: { title: "Yon ti moman" } } } },
];
