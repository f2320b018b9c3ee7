/**
 * What the buyer reads about a payment, in the Spanish of the Dominican Republic and in English: no codes, no jargon.
 * The claim about money always has the same words. It says that nothing was charged only where the answer proves it.
 */
export const buyerSentences = {
  approved: { es: "Su pago fue aprobado.", en: "Your payment was approved." },
  declined: {
    es: "Su banco no aprobó el pago. No se le hizo ningún cargo. Intente de nuevo con otra tarjeta o llame a su banco.",
    en: "Your bank did not approve the payment. You were not charged. Try again with another card or call your bank.",
  },
  callBank: {
    es: "Su banco necesita hablar con usted para aprobar este pago. No se le hizo ningún cargo. Llame al número al dorso de su tarjeta o use otra.",
    en: "Your bank needs to speak with you to approve this payment. You were not charged. Call the number on the back of your card, or use another one.",
  },
  shopProblem: {
    es: "El comercio no pudo procesar este pago. No se le hizo ningún cargo. Comuníquese con el comercio.",
    en: "The store could not process this payment. You were not charged. Please contact the store.",
  },
  shopOrCard: {
    es: "No se pudo procesar este pago con esta tarjeta. No se le hizo ningún cargo. Intente de nuevo con otra tarjeta o comuníquese con el comercio.",
    en: "This payment could not be processed with this card. You were not charged. Try again with another card or contact the store.",
  },
  checking: {
    es: "Estamos verificando su pago con el banco. Puede que ya se le haya cobrado. No vuelva a pagar todavía.",
    en: "We are checking your payment with the bank. You may already have been charged. Please do not pay again yet.",
  },
  review: {
    es: "El comercio debe revisar este pago con el banco. Puede que ya se le haya cobrado. No vuelva a pagar; el comercio le informará.",
    en: "The store must review this payment with the bank. You may already have been charged. Please do not pay again; the store will let you know.",
  },
  doubtful: {
    es: "El banco parece haber rechazado los datos de la tarjeta, y lo estamos verificando. Puede que ya se le haya cobrado. No vuelva a pagar todavía.",
    en: "The bank seems to have refused the card's details, and we are checking it. You may already have been charged. Please do not pay again yet.",
  },
  partial: {
    es: "Su banco aprobó solo una parte del monto. Puede que ya se le haya cobrado. No vuelva a pagar; el comercio lo revisará con el banco y le informará.",
    en: "Your bank approved only part of the amount. You may already have been charged. Please do not pay again; the store will review it with the bank and let you know.",
  },
  checkCard: {
    es: "El banco no reconoció la tarjeta. No se le hizo ningún cargo. Revise el número o use otra tarjeta.",
    en: "The bank did not recognize the card. You were not charged. Check the number or use another card.",
  },
  cardNotTaken: {
    es: "Esta tarjeta no sirve para este tipo de pago. No se le hizo ningún cargo. Intente de nuevo con otra tarjeta.",
    en: "This card does not work for this kind of payment. You were not charged. Try again with another card.",
  },
  cancelled: {
    es: "El pago se canceló. No se le hizo ningún cargo. Puede intentarlo de nuevo cuando quiera.",
    en: "The payment was canceled. You were not charged. You can try again whenever you like.",
  },
  tryAgain: {
    es: "El banco no pudo completar el pago. No se le hizo ningún cargo. Inténtelo de nuevo en unos minutos.",
    en: "The bank could not complete the payment. You were not charged. Try again in a few minutes.",
  },
  expired: {
    es: "La tarjeta está vencida o la fecha no coincide. No se le hizo ningún cargo. Revise la fecha o use otra tarjeta.",
    en: "The card has expired or the date does not match. You were not charged. Check the date or use another card.",
  },
  funds: {
    es: "La tarjeta no tiene fondos o límite disponible para este pago. No se le hizo ningún cargo. Intente de nuevo con otra tarjeta.",
    en: "The card does not have enough funds or available credit for this payment. You were not charged. Try again with another card.",
  },
  limit: {
    es: "El pago supera el límite que su banco permite con esta tarjeta. No se le hizo ningún cargo. Intente de nuevo con otra tarjeta o llame a su banco.",
    en: "The payment is over the limit your bank allows for this card. You were not charged. Try again with another card or call your bank.",
  },
  notAllowed: {
    es: "Su banco no permite este pago con esta tarjeta. No se le hizo ningún cargo. Llame a su banco o use otra tarjeta.",
    en: "Your bank does not allow this payment with this card. You were not charged. Call your bank or use another card.",
  },
  attempts: {
    es: "Esta tarjeta alcanzó el máximo de operaciones que permite su banco. No se le hizo ningún cargo. Intente de nuevo con otra tarjeta o inténtelo más tarde.",
    en: "This card has reached the number of payments its bank allows for now. You were not charged. Try again with another card or try again later.",
  },
  securityCode: {
    es: "El código de seguridad no coincide. No se le hizo ningún cargo. Revíselo e inténtelo de nuevo.",
    en: "The security code does not match. You were not charged. Check it and try again.",
  },
  notAuthenticated: {
    es: "No se completó la verificación con su banco. No se le hizo ningún cargo. Inténtelo de nuevo o use otra tarjeta.",
    en: "The verification with your bank was not completed. You were not charged. Try again or use another card.",
  },
  reversed: { es: "La devolución de su pago fue aprobada.", en: "The refund of your payment was approved." },
  notReversed: {
    es: "No se completó la devolución de su pago. Comuníquese con el comercio.",
    en: "The refund of your payment was not completed. Please contact the store.",
  },
  notSettled: {
    es: "No se completó el cobro; el monto puede seguir retenido. Comuníquese con el comercio.",
    en: "The payment was not completed; the amount may still be held. Please contact the store.",
  },
  followUpOpen: {
    es: "El comercio está revisando esta operación con el banco. No vuelva a pagar.",
    en: "The store is reviewing this operation with the bank. Please do not pay again.",
  },
} as const;

/** The name of a sentence for the buyer, in the table of docs/contributing/contract.md#response-codes. */
export type BuyerSentence = keyof typeof buyerSentences;
