import type { CheckTexts } from "./check.ts";
import type { CounterLanguage } from "./texts.ts";

const es = {
  /** The form that sends money back. */
  send: {
    open: "Devolver a la tarjeta",
    lead: "El banco devuelve el dinero a la tarjeta con que se pagó. Por este medio lo hace una sola vez por pago: lo que quede se devuelve en el portal del banco.",
    fields: { amount: "Monto a devolver", reason: "¿Por qué se devuelve?" },
    hints: {
      amount: (most: string) => `Todo o una parte, hasta ${most}`,
      /** Of what was sent before, and did not go. */
      same: (sum: string) => `Otra vez lo mismo: ${sum}. El banco no acepta otro monto.`,
      reason: "Por ejemplo: llegó rota una caja. Sin números de tarjeta. Hasta 500 caracteres.",
    },
    submit: "Revisar y devolver",
    check: {
      title: "Revise antes de devolver",
      about: "Va a devolver:",
      final: "El banco mueve el dinero enseguida, y queda registrado con su nombre y la hora. No se puede deshacer.",
      confirm: "Devolver a la tarjeta",
      change: "Cambiar",
    },
    said: "a la tarjeta",
    card: "Tarjeta",
    does: "El pedido sigue pagado, y el comprador lee cuánto le devolvió el comercio y qué día.",
    /** Where a part is left of the payment, which the bank does not give back this way. */
    once: "Lo que queda ya no se devuelve por este medio, sino en el portal del banco.",
  },
  /** Why nothing was sent. */
  cannot: "Este pago no se puede devolver por este medio. Vea lo que dice ahora.",
  /** What became of a part that was sent. */
  sent: (amount: string, by: string, moment: string, reason: string) =>
    `${by} mandó a devolver ${amount} (${moment}): «${reason}»`,
  ended: {
    sending: "El banco no ha contestado todavía. No lo mande otra vez: esta página dice en qué termina.",
    unclear:
      "El banco no contestó claro: puede que el dinero se haya devuelto, y puede que no. Pregúntele por este pago, y diga aquí en qué terminó. Mientras tanto no se devuelve nada más.",
    refused: (said: string) => `El banco no lo aceptó${said && `: «${said}»`}. No se devolvió nada.`,
    unsent:
      "La solicitud no llegó a salir. No se devolvió nada. Quien le da mantenimiento al sistema ve la causa en el registro.",
    denied: (by: string, reason: string) => `${by} averiguó que no se devolvió nada: «${reason}»`,
  },
  /** What a person has found out about a part that was sent: that it went back. */
  went: {
    open: "Sí se devolvió",
    lead: "El comprador lee cuánto le devolvió el comercio y qué día. Al registrarlo no se mueve dinero.",
    submit: "Revisar y registrar",
  },
  /** That it did not. */
  deny: {
    open: "No se devolvió nada",
    lead: "Solo si el banco dijo que no hizo esta devolución. Después se puede mandar otra vez: si se equivoca, el comprador recibe el dinero dos veces.",
    fields: { reason: "¿Cómo lo sabe?" },
    hints: { reason: "Por ejemplo: mesa de ayuda, caso 4711. Hasta 500 caracteres." },
    said: "no se devolvieron",
    does: "El pago se puede devolver otra vez.",
  },
};

/** What the counter says about money that it sends back to a card. */
export type ReverseTexts = Omit<typeof es, "send"> & { send: Omit<typeof es.send, "check"> & { check: CheckTexts } };

const en: ReverseTexts = {
  send: {
    open: "Give back to the card",
    lead: "The bank gives the money back to the card that paid. It does so once for each payment: what is left afterwards goes back in the bank's portal.",
    fields: { amount: "Amount to give back", reason: "Why is it given back?" },
    hints: {
      amount: (most) => `All or a part, up to ${most}`,
      same: (sum) => `The same again: ${sum}. The bank takes no other amount.`,
      reason: "For example: one box arrived broken. No card numbers. Up to 500 characters.",
    },
    submit: "Check and give back",
    check: {
      title: "Check before you give back",
      about: "You are about to give back:",
      final: "The bank moves the money at once, and it is recorded with your name and the time. It cannot be undone.",
      confirm: "Give back to the card",
      change: "Change",
    },
    said: "to the card",
    card: "Card",
    does: "The order stays paid, and the buyer reads how much the store gave back, and on which day.",
    once: "What is left no longer goes back this way, but in the bank's portal.",
  },
  cannot: "This payment cannot be given back this way. See what it says now.",
  sent: (amount, by, moment, reason) => `${by} asked for ${amount} to go back (${moment}): “${reason}”`,
  ended: {
    sending: "The bank has not answered yet. Do not send it again: this page says how it ends.",
    unclear:
      "The bank gave no clear answer: the money may have gone back, or not. Ask the bank about this payment, and say here how it ended. Until then nothing else goes back.",
    refused: (said) => `The bank did not accept it${said && `: “${said}”`}. Nothing went back.`,
    unsent: "The request never left. Nothing went back. Whoever maintains the system finds the reason in the log.",
    denied: (by, reason) => `${by} found out that nothing went back: “${reason}”`,
  },
  went: {
    open: "It went back",
    lead: "The buyer reads how much the store gave back, and on which day. Recording it moves no money.",
    submit: "Check and record",
  },
  deny: {
    open: "Nothing went back",
    lead: "Only if the bank said that it did not make this return. Afterwards it can be sent again: if you are wrong, the buyer gets the money twice.",
    fields: { reason: "How do you know?" },
    hints: { reason: "For example: help desk, case 4711. Up to 500 characters." },
    said: "did not go back",
    does: "The payment can be given back again.",
  },
};

/** By language. */
export const reverseTexts: Record<CounterLanguage, ReverseTexts> = { es, en };
