import type { LaunchFailure } from "../attempt/attempt.ts";
import type { Outcome } from "../attempt/outcome.ts";

/** The sentences of the router's own pages and answers, in Spanish and English. */
interface Texts {
  /** What each outcome means to the buyer; a declined card gets the sentence of its response code instead. */
  outcome: Record<Exclude<Outcome, "failed">, { title: string; message: string }> & { failed: { title: string } };
  /** What the buyer reads when a launch never reached the bank's page. */
  failed: Record<LaunchFailure, string>;
  /** `slow` appears when the bank's page has not opened by then. */
  launch: { title: string; message: string; slow: string; go: string };
  refused: Record<Refusal, { title: string; message: string }>;
  /** When `order()` failed for a page that asked about an order. */
  orderFailed: string;
  back: string;
  again: string;
  close: string;
  order: string;
  amount: string;
  card: string;
  authorization: string;
  reference: string;
  neutral: { title: string; message: string };
}

/** Why a launch was refused. */
export type Refusal =
  | "bad_request"
  | "cross_site"
  | "unknown_order"
  | "already_paid"
  | "in_review"
  | "ended_meanwhile"
  | "too_many"
  | "bank_refused"
  | "bank_unreachable"
  | "bank_blocked"
  | "shop_failed"
  | "not_found";

export const texts: Record<"es" | "en", Texts> = {
  es: {
    outcome: {
      pending: { title: "Estamos comprobando su pago", message: "El banco todavía no ha confirmado el resultado." },
      approved: { title: "Pago aprobado", message: "Gracias. Su pago fue aprobado." },
      declined: { title: "Pago no aprobado", message: "Su banco no aprobó el pago. No se le ha cobrado." },
      cancelled: { title: "Pago cancelado", message: "Salió de la página del banco sin pagar. No se le ha cobrado." },
      expired: { title: "El tiempo para pagar terminó", message: "No se le ha cobrado. Puede intentarlo de nuevo." },
      unknown: {
        title: "Estamos revisando su pago",
        message: "No pague de nuevo todavía: la tienda confirmará el resultado con el banco.",
      },
      failed: { title: "No se pudo abrir la página del banco" },
    },
    failed: {
      refused: "El banco no aceptó la solicitud de la tienda. No se le ha cobrado. Avise a la tienda, por favor.",
      unreachable: "El banco no respondió. No se le ha cobrado. Puede intentarlo de nuevo.",
      shop: "El comercio no pudo preparar el pago. No se le hizo ningún cargo. Comuníquese con el comercio.",
    },
    launch: {
      title: "Abriendo la página del banco",
      message: "Un momento, por favor.",
      slow: "Si no se abre, continúe con este botón o vuelva al comercio.",
      go: "Continuar a la página del banco",
    },
    refused: {
      bad_request: { title: "La solicitud no es válida", message: "Vuelva a la tienda e inténtelo de nuevo." },
      cross_site: { title: "La solicitud vino de otro sitio", message: "Abra el pago desde la página de la tienda." },
      unknown_order: { title: "No encontramos este pedido", message: "Vuelva a la tienda y revise su pedido." },
      already_paid: { title: "Este pedido ya está pagado", message: "No hace falta pagar de nuevo." },
      too_many: {
        title: "Demasiados intentos",
        message: "No se le ha cobrado. Espere unos minutos e inténtelo de nuevo.",
      },
      in_review: {
        title: "Estamos revisando un pago anterior de este pedido",
        message: "No pague de nuevo todavía: la tienda confirmará el resultado con el banco.",
      },
      ended_meanwhile: {
        title: "Este intento de pago ya terminó",
        message: "Vuelva a la tienda: allí verá el resultado y, si hace falta, puede pagar de nuevo.",
      },
      bank_refused: {
        title: "No se pudo abrir la página del banco",
        message: "El banco no aceptó la solicitud de la tienda. No se le ha cobrado. Avise a la tienda, por favor.",
      },
      bank_unreachable: {
        title: "El banco no responde",
        message: "No se pudo abrir la página de pago. No se le ha cobrado. Inténtelo de nuevo en un momento.",
      },
      bank_blocked: {
        title: "No se pudo abrir la página del banco",
        message:
          "En esta ventana no se hizo ningún cargo. Inténtelo de nuevo en unos minutos; si continúa, comuníquese con el comercio.",
      },
      shop_failed: {
        title: "El comercio no pudo preparar el pago",
        message: "Este intento no se cobró. Comuníquese con el comercio.",
      },
      not_found: { title: "Esta dirección no existe", message: "Vuelva a la tienda." },
    },
    orderFailed: "No se pudo consultar el pedido. Inténtelo de nuevo en unos minutos.",
    back: "Volver a la tienda",
    again: "Intentar de nuevo",
    close: "Cerrar esta ventana",
    order: "Pedido",
    amount: "Monto",
    card: "Tarjeta",
    authorization: "Autorización",
    reference: "Referencia",
    neutral: { title: "Puede volver a la tienda", message: "La tienda ya está comprobando el resultado de este pago." },
  },
  en: {
    outcome: {
      pending: { title: "We are checking your payment", message: "The bank has not confirmed the result yet." },
      approved: { title: "Payment approved", message: "Thank you. Your payment was approved." },
      declined: {
        title: "Payment not approved",
        message: "Your bank did not approve the payment. You have not been charged.",
      },
      cancelled: {
        title: "Payment cancelled",
        message: "You left the bank's page without paying. You have not been charged.",
      },
      expired: { title: "The time to pay is over", message: "You have not been charged. You can try again." },
      unknown: {
        title: "We are reviewing your payment",
        message: "Please do not pay again yet: the shop will confirm the result with the bank.",
      },
      failed: { title: "The bank's page could not be opened" },
    },
    failed: {
      refused: "The bank did not accept the shop's request. You have not been charged. Please tell the shop.",
      unreachable: "The bank did not answer. You have not been charged. You can try again.",
      shop: "The store could not prepare the payment. You were not charged. Please contact the store.",
    },
    launch: {
      title: "Opening the bank's page",
      message: "One moment, please.",
      slow: "If it does not open, continue with this button or go back to the store.",
      go: "Continue to the bank's page",
    },
    refused: {
      bad_request: { title: "The request is not valid", message: "Please go back to the shop and try again." },
      cross_site: { title: "The request came from another site", message: "Please open the payment from the shop." },
      unknown_order: {
        title: "We cannot find this order",
        message: "Please go back to the shop and check your order.",
      },
      already_paid: { title: "This order is paid already", message: "There is no need to pay again." },
      too_many: {
        title: "Too many attempts",
        message: "You have not been charged. Wait a few minutes and try again.",
      },
      in_review: {
        title: "We are reviewing an earlier payment of this order",
        message: "Please do not pay again yet: the shop will confirm the result with the bank.",
      },
      ended_meanwhile: {
        title: "This attempt to pay has ended",
        message: "Please go back to the shop: it shows the result and, if needed, you can pay again.",
      },
      bank_refused: {
        title: "The bank's page could not be opened",
        message: "The bank did not accept the shop's request. You have not been charged. Please tell the shop.",
      },
      bank_unreachable: {
        title: "The bank does not answer",
        message: "The payment page could not be opened. You have not been charged. Please try again in a moment.",
      },
      bank_blocked: {
        title: "The bank's page could not be opened",
        message:
          "Nothing was charged in this window. Try again in a few minutes; if it keeps happening, contact the store.",
      },
      shop_failed: {
        title: "The store could not prepare the payment",
        message: "This attempt was not charged. Please contact the store.",
      },
      not_found: { title: "There is no such address", message: "Please go back to the shop." },
    },
    orderFailed: "The order could not be looked up. Try again in a few minutes.",
    back: "Back to the shop",
    again: "Try again",
    close: "Close this window",
    order: "Order",
    amount: "Amount",
    card: "Card",
    authorization: "Authorization",
    reference: "Reference",
    neutral: {
      title: "You can go back to the shop",
      message: "The shop is already checking the result of this payment.",
    },
  },
};

/** Spanish, unless English was asked for. */
export function languageOf(value: unknown): "es" | "en" {
  return typeof value === "string" && /^en\b/i.test(value) ? "en" : "es";
}
