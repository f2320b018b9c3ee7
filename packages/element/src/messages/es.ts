/** The element's own texts. The message about an outcome comes from the router, with its answer. */
export interface Messages {
  /** Their language: `es` or `en`. */
  lang: string;
  /** The button before anything has begun. */
  idle: string;
  /** The button while the bank's window is open. */
  open: string;
  /** The button while the bank has no answer. */
  pending: string;
  /** The button after an approval. */
  approved: string;
  /** The button while a person has to review the payment. */
  unknown: string;
  /** The button after an outcome that can be tried again. */
  again: string;
  /** The note while the buyer is at the bank, the name of the dialog, and why a form cannot be sent yet. */
  atBank: string;
  /** Before the time that is left to pay. */
  left: string;
  /** In the bank's window, until the bank's page is there. */
  opening: string;
  /** What to do when it does not come. */
  stuck: string;
  /** The note while the answer is awaited. */
  checking: string;
  /** Paying again cannot charge twice. */
  safe: string;
  /** Paying by another way than this button could charge twice. */
  unsafe: string;
  /** The note about a payment that failed before the router heard of it. */
  missed: string;
  /** The dialog's button that opens a window instead. */
  window: string;
  /** The dialog's button that closes it. */
  close: string;
}

export const es: Messages = {
  lang: "es",
  idle: "Pagar con tarjeta",
  open: "Ir a la ventana",
  pending: "Reabrir el pago",
  approved: "Pagado",
  unknown: "Pago en revisión",
  again: "Intentar de nuevo",
  atBank: "Complete el pago en la página del banco.",
  left: "Quedan",
  opening: "Abriendo la página del banco…",
  stuck: "Si no se abre, cierre esta ventana e inténtelo de nuevo.",
  checking: "Estamos verificando su pago.",
  safe: "Es seguro pagar de nuevo.",
  unsafe: "No pague por otra vía.",
  missed: "La página del banco no se abrió.",
  window: "¿No la ve? Ábrala en otra ventana",
  close: "Cerrar",
};
