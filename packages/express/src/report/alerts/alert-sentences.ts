import type { Alert } from "../messages.ts";

/**
 * What people read about an alert. A sentence about a payment follows the order: `Pedido A-1001: …`. `partial` is for a
 * `review` of an approval in part, `unwritten` for a `store_failed` of an approval that only a process has, `unrecorded`
 * for one of an event of which nobody knows what its hook has done.
 */
export const alertSentences: Record<Alert | "partial" | "unwritten" | "unrecorded", Record<"es" | "en", string>> = {
  unknown: {
    es: "no se sabe si el banco hizo el cobro. Pregúntele al banco y registre el resultado.",
    en: "it is not known whether the bank charged it. Ask the bank, and record the result.",
  },
  review: {
    es: "el banco parece haber aprobado el cobro, pero algo no coincide. No entregue nada hasta resolverlo.",
    en: "the bank seems to have approved it, but something does not match. Deliver nothing until it is resolved.",
  },
  partial: {
    es: "el banco aprobó solo una parte del monto. Pida que devuelva esa parte (antes del cierre de lote es una anulación), o pregunte cuánto aprobó. No entregue nada antes.",
    en: "the bank approved only a part of the amount. Ask it to give that part back (before the batch close that is a void), or how much it approved. Deliver nothing before that.",
  },
  unconfirmed: {
    es: "el banco rechazó una tarjeta y no dio una última respuesta clara. Pregúntele si cobró otra.",
    en: "a card was declined, and the bank gave no clear last answer. Ask whether it charged another one.",
  },
  unaskable: {
    es: "Hay pagos abiertos en una dirección del banco que el comercio ya no conoce: no puede preguntar por ellos. Quien le da mantenimiento al sistema debe agregarla a earlierGateways. La dirección y los pedidos están en el registro del servidor.",
    en: "Payments are open at an address of the bank that the store no longer knows: it cannot ask about them. Whoever maintains the system has to add it to earlierGateways. The address and the orders are in the server's log.",
  },
  paid_again: {
    es: "se pagó dos veces. Devuelva uno de los dos pagos; antes del cierre de lote es una anulación.",
    en: "it was paid twice. Give one payment back; before the batch close that is a void.",
  },
  capture_failed: {
    es: "el banco no cobró el monto preautorizado. Vea la causa y confirme el cobro otra vez.",
    en: "the bank did not charge the pre-authorized amount. Look at the reason, and capture it again.",
  },
  lapsing: {
    es: "lo preautorizado vence en los próximos días. Cóbrelo o libérelo.",
    en: "what was pre-authorized lapses within days. Capture it, or release it.",
  },
  lapsed: {
    es: "lo preautorizado venció a los 31 días y no se cobró. El pedido se puede pagar otra vez.",
    en: "what was pre-authorized has lapsed after 31 days, and was not captured. The order can be paid again.",
  },
  uncapturable: {
    es: "quedó preautorizado, pero el comercio no puede confirmarlo. Cóbrelo en el portal del banco.",
    en: "it is pre-authorized, but the store cannot capture it. Charge it in the bank's portal.",
  },
  amount_unchecked: {
    es: "se pagó sin comparar el monto con el del pedido. Compárelos antes de entregar.",
    en: "it was paid, and its amount was not compared with the order's. Compare them before you deliver.",
  },
  dead_event: {
    es: "el sistema del comercio no recibió un aviso de este pago. Corrija la causa y entregue el aviso otra vez.",
    en: "the store's system did not get a notice of this payment. Correct the cause, and deliver the notice again.",
  },
  hook_failing: {
    es: "El sistema del comercio falla cada vez que recibe un aviso de un pago. Se le avisa otra vez durante 72 horas. La causa está en el registro del servidor.",
    en: "The store's system fails each time it gets a notice of a payment. It is told again for 72 hours. The cause is in the server's log.",
  },
  hook_slow: {
    es: "el sistema del comercio lleva 5 minutos registrando el pago y no termina.",
    en: "the store's system has been recording the payment for 5 minutes, and does not finish.",
  },
  launch_failed: {
    es: "Un comprador no llegó a la página del banco. No se le hizo ningún cargo. La causa está en el registro del servidor.",
    en: "A buyer did not reach the bank's page. They were not charged. The cause is in the server's log.",
  },
  key_lost: {
    es: "Falta una llave en encryptionKeys: el comercio no puede preguntarle al banco por algunos pagos. Repóngala en 30 minutos.",
    en: "A key is missing in encryptionKeys: the store cannot ask the bank about some payments. Put it back within 30 minutes.",
  },
  store_failed: {
    es: "La base de datos de los pagos falló. El sistema lo intenta otra vez. La causa está en el registro del servidor.",
    en: "The database of the payments failed. The system tries again. The cause is in the server's log.",
  },
  database_replaced: {
    es: "El archivo de la base de datos de los pagos se borró o se reemplazó con el sistema encendido. Quien le da mantenimiento debe detenerlo de forma ordenada, guardar una copia de los archivos y comparar los pagos con los del banco.",
    en: "The file of the payments' database was deleted or replaced while the system runs. Whoever maintains it has to shut it down cleanly, keep a copy of the files, and compare the payments with the bank's.",
  },
  payment_missing: {
    es: "La base de datos no tiene un pago que el sistema hizo: quizá se restauró una copia anterior de la base de datos. Compare los pagos desde esa copia con los del banco, antes de que esos pedidos se paguen otra vez.",
    en: "The database does not have a payment that the system has made: perhaps an older copy of the database was restored. Compare the payments since that copy with the bank's, before these orders are paid again.",
  },
  unwritten: {
    es: "el banco lo aprobó y la base de datos no lo guarda. Un proceso de la tienda lo tiene y lo intenta otra vez: no lo reinicie antes de que vuelva la base de datos.",
    en: "the bank has approved it, and the database does not take that. A process of the shop keeps it and tries again: do not restart it before the database is back.",
  },
  unrecorded: {
    es: "no se sabe si el sistema del comercio registró este pago, o si lo hizo dos veces. Mire el pedido, y complete a mano lo que falte.",
    en: "it is not known whether the store's system has recorded this payment, or has done so twice. Look at the order, and complete by hand what is missing.",
  },
  no_returns: {
    es: "Los primeros compradores pagaron y ninguno volvió al comercio: es probable que el banco los mande a una dirección que no existe. La dirección por probar está en el registro del servidor.",
    en: "The first buyers have paid, and none has come back to the store: the bank probably sends them to an address that does not exist. The address to try is in the server's log.",
  },
  return_unclear: {
    es: "no se sabe si el banco devolvió el dinero a la tarjeta, o no coincide con lo registrado. Pregúntele, y diga en qué terminó.",
    en: "it is not known whether the bank gave the money back to the card, or it differs from what is recorded. Ask it, and say how that ended.",
  },
  request_failed: {
    es: "Una página de los pagos falló. La causa está en el registro del servidor.",
    en: "A page of the payments failed. The cause is in the server's log.",
  },
};
