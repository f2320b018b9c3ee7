/**
 * What the buyer reads about a payment, in the Spanish of the Dominican Republic and in English. No code, no jargon.
 */
export const buyerSentences = {
  approved: { es: "Su pago fue aprobado.", en: "Your payment was approved." },
  declined: {
    es: "Su banco no autorizó el pago. Puede intentarlo con otra tarjeta.",
    en: "Your bank did not authorize the payment. You can try another card.",
  },
  callBank: {
    es: "Su banco necesita hablar con usted antes de autorizar este pago. Llame al número que aparece detrás de su tarjeta o use otra.",
    en: "Your bank needs to speak with you before it authorizes this payment. Call the number on the back of your card, or use another one.",
  },
  shopProblem: {
    es: "La tienda no pudo procesar el pago y no se le hizo ningún cargo. Comuníquese con la tienda.",
    en: "The shop could not process the payment and you were not charged. Please contact the shop.",
  },
  checking: {
    es: "Estamos verificando su pago con el banco. No vuelva a pagar todavía.",
    en: "We are checking your payment with the bank. Please do not pay again yet.",
  },
  review: {
    es: "La tienda debe revisar este pago con el banco. Puede que ya se le haya cobrado. No vuelva a pagar; la tienda le informará.",
    en: "The shop must review this payment with the bank. You may already have been charged. Please do not pay again; the shop will let you know.",
  },
  checkCard: {
    es: "El banco no reconoció la tarjeta. Revise el número o use otra tarjeta.",
    en: "The bank did not recognize the card. Check the number, or use another card.",
  },
  cardNotTaken: {
    es: "Esta tarjeta no se puede usar para este pago. Use otra tarjeta.",
    en: "This card can't be used for this payment. Please use another card.",
  },
  cancelled: {
    es: "El pago fue cancelado. Puede volver a intentarlo cuando quiera.",
    en: "The payment was cancelled. You can try again whenever you like.",
  },
  tryAgain: {
    es: "El banco no pudo completar el pago y no se le hizo ningún cargo. Inténtelo de nuevo en unos minutos.",
    en: "The bank could not complete the payment and you were not charged. Try again in a few minutes.",
  },
  expired: {
    es: "La tarjeta está vencida. Use otra tarjeta.",
    en: "The card has expired. Please use another card.",
  },
  funds: {
    es: "La tarjeta no tiene fondos suficientes para este pago. Use otra tarjeta.",
    en: "The card does not have enough funds for this payment. Please use another card.",
  },
  limit: {
    es: "El pago supera el límite de la tarjeta. Use otra tarjeta o llame a su banco.",
    en: "The payment is over the card's limit. Use another card, or call your bank.",
  },
  notAllowed: {
    es: "Su banco no permite este pago con esta tarjeta. Llame a su banco o use otra tarjeta.",
    en: "Your bank does not allow this payment with this card. Call your bank, or use another card.",
  },
  attempts: {
    es: "La tarjeta superó la cantidad de intentos permitidos. Use otra tarjeta o llame a su banco.",
    en: "The card has been tried too many times. Use another card, or call your bank.",
  },
  pin: {
    es: "Esta tarjeta pide una clave que no se puede usar aquí. Use otra tarjeta.",
    en: "This card asks for a PIN, which can't be used here. Please use another card.",
  },
  securityCode: {
    es: "El código de seguridad no es correcto. Revíselo e inténtelo de nuevo.",
    en: "The security code is not right. Check it and try again.",
  },
  notAuthenticated: {
    es: "Su banco no pudo confirmar su identidad. Inténtelo de nuevo o use otra tarjeta.",
    en: "Your bank could not confirm your identity. Try again, or use another card.",
  },
  givenBack: { es: "La devolución de su pago fue aprobada.", en: "The return of your payment was approved." },
  notGivenBack: {
    es: "No se completó la devolución de su pago. Comuníquese con la tienda.",
    en: "Your payment was not given back. Please contact the shop.",
  },
  notSettled: {
    es: "No se completó el cobro; el monto puede seguir retenido. Comuníquese con la tienda.",
    en: "The payment was not completed; the amount may still be held. Please contact the shop.",
  },
  followUpOpen: {
    es: "La tienda está verificando esta operación con el banco. No vuelva a pagar.",
    en: "The shop is checking this operation with the bank. Please do not pay again.",
  },
} as const;

/** The name of a sentence. */
export type BuyerSentence = keyof typeof buyerSentences;
