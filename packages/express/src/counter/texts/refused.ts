import type { CounterLanguage } from "./texts.ts";

/** Why a decision was not recorded. A reason about a field begins with the field's name. */
export type RefusedReason =
  | "choice"
  | "reason"
  | "numbers"
  /** The form has numbers of a charge, and the decision is that there was none. */
  | "numbersOfNone"
  | "approved"
  /** The form has an approved amount, and the decision is that nothing was charged, or that it was given back. */
  | "approvedOfNone"
  | "form";

/** By language. */
export const refusedTexts: Record<CounterLanguage, Record<RefusedReason, string>> = {
  es: {
    form: "El formulario llegó incompleto. No se registró nada. Lea lo que dice el pago y decida.",
    numbers:
      "Revise la referencia y la autorización: hasta 12 y hasta 6 letras o cifras. Ningún otro pago tiene la misma referencia. No se registró nada.",
    numbersOfNone:
      "Hay una referencia o una autorización, y la respuesta es que no se cobró. Bórrelas, o elija la otra respuesta. No se registró nada.",
    approved:
      "Revise el monto que aprobó el banco: más de cero, no más que el monto pedido, en su moneda y con dos decimales, como 1,000.00. No se registró nada.",
    approvedOfNone:
      "Hay un monto aprobado, y la respuesta es que no se cobró o que se devolvió. Borre el monto, o elija la otra respuesta. No se registró nada.",
    choice: "Elija una respuesta. No se registró nada.",
    reason: "Escriba cómo lo sabe, o el número de caso, en 1 a 500 caracteres. No se registró nada.",
  },
  en: {
    form: "The form did not arrive complete. Nothing was recorded. Read what the payment says, and decide.",
    numbers:
      "Check the reference and the authorization: up to 12 and up to 6 letters or digits. No other payment has the same reference. Nothing was recorded.",
    numbersOfNone:
      "There is a reference or an authorization, and the answer is that nothing was charged. Clear them, or choose the other answer. Nothing was recorded.",
    approved:
      "Check the amount that the bank approved: above zero, no more than what was asked, in its currency and with two decimals, such as 1,000.00. Nothing was recorded.",
    approvedOfNone:
      "There is an approved amount, and the answer is that nothing was charged or that it was given back. Clear the amount, or choose the other answer. Nothing was recorded.",
    choice: "Choose an answer. Nothing was recorded.",
    reason: "Write how you know, or the case number, in 1 to 500 characters. Nothing was recorded.",
  },
};
