import type { Texts } from "../texts.ts";
import { responseSentences } from "./response-sentences.ts";

const codes = responseSentences("es");

/** For a payment that needs manual review. */
const mayBeCharged =
  "Puede que ya se le haya cobrado. No vuelva a pagar: el comercio lo revisará con el banco y le informará.";

export const es: Texts = {
  outcome: {
    pending: {
      title: "Estamos verificando su pago",
      message: "El banco aún no confirma el resultado. Puede que ya se le haya cobrado.",
    },
    approved: { title: "Pago aprobado", message: "Gracias. El banco confirmó su pago." },
    paidAgain: {
      title: "Recibimos dos pagos de este pedido",
      message: "El pedido ya estaba pagado. El comercio le devolverá uno de los dos pagos.",
    },
    declined: {
      title: "Pago no aprobado",
      message: codes.declined,
    },
    unconfirmed: {
      title: "Pago no aprobado",
      message:
        "Su banco no aprobó una tarjeta. Si después usó otra, puede que ya se le haya cobrado: consulte con el comercio antes de pagar de nuevo.",
    },
    cancelled: {
      title: "Pago cancelado",
      message: "El pago no se completó. No se le hizo ningún cargo. Puede intentarlo de nuevo.",
    },
    expired: {
      title: "Se agotó el tiempo para pagar",
      message:
        "No se le hizo ningún cargo: el banco no tenía ninguno hasta el final del plazo. Puede intentarlo de nuevo.",
    },
    notPaid: {
      title: "El comercio revisó su pago",
      message: "No se le hizo ningún cargo: el comercio lo revisó con el banco. Puede pagar de nuevo.",
    },
    reversed: {
      title: "El comercio revisó su pago",
      message: "El comercio devolvió lo que el banco le cobró. Puede pagar de nuevo.",
    },
    unknown: {
      title: "Estamos revisando su pago",
      message: mayBeCharged,
    },
  },
  givenBack: "El comercio le devolvió {amount} el {date}.",
  wait: "No vuelva a pagar. Esta página se actualiza sola.",
  codes,
  launch: {
    title: "Abriendo la página del banco",
    message: "Un momento, por favor.",
    late: "Si no se abre sola, pulse el botón.",
    go: "Continuar al banco",
  },
  framed: { title: "Continúe al pago", message: "La página del banco no se abre dentro de otra página." },
  refused: {
    bad_request: {
      title: "No se pudo abrir el pago",
      message: "En este intento no se le hizo ningún cargo. Comuníquese con el comercio.",
    },
    cross_site: {
      title: "Abra el pago desde el comercio",
      message:
        "Por seguridad, solo se puede pagar desde la página del comercio. En este intento no se le hizo ningún cargo.",
    },
    unknown_order: {
      title: "No encontramos este pedido",
      message: "En este intento no se le hizo ningún cargo. Vuelva al comercio y revise su pedido.",
    },
    wrong_email: {
      title: "Revise su correo electrónico",
      message: "En este intento no se le hizo ningún cargo. Vuelva al comercio y corrija su correo electrónico.",
    },
    wrong_mobile: {
      title: "Revise su número de celular",
      message: "En este intento no se le hizo ningún cargo. Vuelva al comercio y corrija su número de celular.",
    },
    wrong_contact: {
      title: "Revise su correo electrónico y su número de celular",
      message:
        "En este intento no se le hizo ningún cargo. Vuelva al comercio y corrija su correo electrónico y su número de celular.",
    },
    already_paid: { title: "Este pedido ya está pagado", message: "No hace falta pagar de nuevo." },
    too_many: {
      title: "Espere unos minutos",
      message:
        "Hubo muchos intentos seguidos. En este intento no se le hizo ningún cargo. Inténtelo de nuevo más tarde.",
    },
    in_review: {
      title: "Estamos revisando un pago anterior de este pedido",
      message: mayBeCharged,
    },
    bank_refused: {
      title: "No se pudo abrir la página del banco",
      message: "En este intento no se le hizo ningún cargo. Comuníquese con el comercio para completar su pago.",
    },
    bank_unreachable: {
      title: "No se pudo abrir la página del banco",
      message:
        "El banco no respondió. En este intento no se le hizo ningún cargo. Inténtelo de nuevo en unos minutos; si el problema continúa, comuníquese con el comercio.",
    },
    bank_blocked: {
      title: "No se pudo abrir la página del banco",
      message:
        "En esta ventana no se le hizo ningún cargo. Inténtelo de nuevo en unos minutos; si el problema continúa, comuníquese con el comercio.",
    },
    shop_failed: {
      title: "El comercio no pudo preparar el pago",
      message: "En este intento no se le hizo ningún cargo. Comuníquese con el comercio.",
    },
    not_found: {
      title: "No encontramos este pago",
      message:
        "Si acaba de pagar, puede que ya se le haya cobrado. No vuelva a pagar: consulte su pedido con el comercio.",
    },
  },
  unavailable: {
    title: "Un momento, por favor",
    message:
      "Ahora mismo no podemos consultar su pago. Puede que ya se le haya cobrado. No vuelva a pagar: esta página se actualiza sola.",
  },
  orderFailed: "No se pudo consultar el pedido. Inténtelo de nuevo en unos minutos.",
  neutral: {
    title: "Puede volver al comercio",
    message:
      "Allí verá el resultado de este pago. No vuelva a pagar antes de verlo. Si no aparece, abra el comercio en el navegador donde empezó.",
  },
  back: "Volver al comercio",
  again: "Intentar de nuevo",
  close: "Cerrar esta ventana",
  contact: "¿Necesita ayuda?",
  order: "Pedido",
  orderReference: "Pedido en el banco",
  amount: "Monto",
  approvedPart: "Monto aprobado",
  unknownPart: "Por confirmar",
  date: "Fecha",
  card: "Tarjeta",
  authorization: "Autorización",
  reference: "Referencia",
};
