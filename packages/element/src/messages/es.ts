/** The element's own texts. The message about an outcome comes from the router, with its answer. */
export interface Messages {
  /** The tag of their language: `es`, `en`, or a third one, which is asked of the router too. */
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
  /** The note while the buyer is at the bank, and the name of the dialog. */
  atBank: string;
  /** Why a form cannot be sent yet. */
  required: string;
  /** Before the time that is left to pay. */
  left: string;
  /** In the bank's window and in the note, until the bank's page is there. */
  opening: string;
  /** In the bank's window: what to do when the page does not come. */
  stuck: string;
  /** The note while the answer is awaited. */
  checking: string;
  /** The note when the answer takes long, and there is time left to pay: what to do in either case, each in a line. */
  either: string;
  /** Paying by another way than this button could charge twice. */
  unsafe: string;
  /** The note about a payment that failed before the router heard of it. */
  missed: string;
  /** The dialog's button that opens a window instead. */
  window: string;
  /** The dialog's button that closes it. */
  close: string;
  /** The button that closes the bank's window. */
  cancel: string;
}

export const es: Messages = {
  lang: "es",
  idle: "Pagar con tarjeta",
  open: "Ver la página del banco",
  pending: "Volver a la página del banco",
  approved: "Pagado",
  unknown: "Pago en revisión",
  again: "Intentar de nuevo",
  atBank: "Complete el pago en la página del banco.",
  required: "Pague con tarjeta antes de continuar.",
  left: "Tiempo para pagar:",
  opening: "Abriendo la página del banco…",
  stuck: "Si no se abre, cierre esta ventana e inténtelo de nuevo.",
  checking: "Estamos verificando su pago con el banco.",
  either: "¿No llegó a pagar? Vuelva a la página del banco.\n¿Ya pagó? Espere aquí.",
  unsafe: "No pague por otro medio todavía.",
  missed: "No se abrió la página del banco. No se le hizo ningún cargo.",
  window: "¿No la ve? Ábrala en otra ventana",
  close: "Cerrar",
  cancel: "Cerrar la página del banco",
};
