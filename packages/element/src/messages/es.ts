/** What the element says of itself. Everything about an outcome the router says, in its answers. */
export interface Messages {
  /** The language they are in: `es` or `en`. */
  lang: string;
  /** The button, by status: before anything has begun. */
  idle: string;
  /** The button while the bank's window is open. */
  open: string;
  /** The button while the bank has no answer. */
  pending: string;
  approved: string;
  unknown: string;
  /** The button after an outcome that may be tried again. */
  again: string;
  /** The sentence while the buyer is at the bank, the name of the dialog, and what is said of a form that needs the payment. */
  atBank: string;
  /** Before the time that is left to pay. */
  left: string;
  /** The sentence while the answer is awaited. */
  checking: string;
  /** Paying again cannot charge twice. */
  safe: string;
  /** It could, by another way than this button. */
  unsafe: string;
  /** Of a payment that failed before the router heard of it. */
  missed: string;
  /** Offers a window when the bank's page does not show in the dialog. */
  window: string;
  /** Closes the dialog. */
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
  checking: "Estamos verificando su pago.",
  safe: "Es seguro pagar de nuevo.",
  unsafe: "No pague por otra vía.",
  missed: "La página del banco no se abrió.",
  window: "Abrir en una ventana",
  close: "Cerrar",
};
