import type { CounterLanguage } from "./texts.ts";

/** The field for the approved amount. `ofPart`: the bank approved a part; `ifPart`: it may have. */
export const approvedPartTexts: Record<
  CounterLanguage,
  { label: string; ofPart(asked: string): string; ifPart(asked: string): string }
> = {
  es: {
    label: "Monto que aprobó el banco",
    ofPart: (asked) =>
      `Si se cobró el resto: cuánto de ${asked} aprobó el banco. Sin este monto, el pago no se suma en los totales.`,
    ifPart: (asked) => `Solo si el banco aprobó una parte de ${asked}.`,
  },
  en: {
    label: "Amount that the bank approved",
    ofPart: (asked) =>
      `If the rest was collected: how much of ${asked} the bank approved. Without it, totals do not add the payment up.`,
    ifPart: (asked) => `Only if the bank approved a part of ${asked}.`,
  },
};
