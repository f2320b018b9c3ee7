/** What the element says of itself. Everything about an outcome, and about a payment still pending, the router says. */
export interface Messages {
  /** The button, by status. */
  button: { idle: string; open: string; pending: string; approved: string; unknown: string; again: string };
  /** The sentence under the button, by status. */
  sentence: { open: string; checking: string };
  /** Of a payment that failed before the router heard of it. */
  missed: string;
}

export const es: Messages = {
  button: {
    idle: "Pagar con tarjeta",
    open: "Ir a la ventana",
    pending: "Reabrir el pago",
    approved: "Pagado",
    unknown: "Pago en revisión",
    again: "Intentar de nuevo",
  },
  sentence: {
    open: "Complete el pago en la página del banco.",
    checking: "Verificando el pago…",
  },
  missed: "La página del banco no se abrió. No se le ha cobrado.",
};
