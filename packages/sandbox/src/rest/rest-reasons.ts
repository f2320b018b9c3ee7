import type { RestOperation } from "@ventanilla/client/wire";
import { decimalText, formatCard } from "@ventanilla/web";
import { brief, codeMeaning, type Reason, shown, type Translated } from "../reason.ts";
import type { RestTransaction } from "./rest-transaction.ts";

const nouns: Record<RestOperation, Translated> = {
  sale: { es: "la venta", en: "the sale" },
  void: { es: "la anulación", en: "the void" },
  checkIn: { es: "el check-in", en: "the check-in" },
  checkOut: { es: "el check-out", en: "the check-out" },
  refund: { es: "la devolución", en: "the refund" },
};

/** A transaction in a sentence: `the sale of F-100`. */
export function transactionPhrase({ operation, invoice }: Pick<RestTransaction, "operation" | "invoice">): Translated {
  const { es, en } = nouns[operation];
  return { es: `${es} de ${shown(invoice)}`, en: `${en} of ${shown(invoice)}` };
}

/** A card number that is not a test card's, and whose check digit is wrong (code 14). */
export function wrongNumber(number: string): Reason {
  const masked = formatCard(number);
  return {
    es: `el número de tarjeta ${masked} tiene mal el dígito verificador: se esperaba una tarjeta de prueba`,
    en: `the card number ${masked} has a wrong check digit: expected a test card`,
  };
}

/** The expiry is over (code 54); `month` is the present one, as `2026-11`. */
export function expired(month: string): Reason {
  const first = `${month.slice(5)}/${month.slice(2, 4)}`;
  return {
    es: `"expiration-date" ya pasó: se esperaba ${first} o posterior`,
    en: `"expiration-date" is over: expected ${first} or later`,
  };
}

/** An authentication that failed (code 4901), by its status; by its server's transaction id when there is none. */
export function failedAuthentication(status: string | undefined): Reason {
  return status === undefined
    ? {
        es: '"tds_servertransactionid" empieza con "fail", que representa una autenticación fallida',
        en: '"tds_servertransactionid" begins with "fail", which stands for an authentication that failed',
      }
    : {
        es: `"tds_status" es ${shown(status)}, una autenticación fallida: se esperaba Y o A`,
        en: `"tds_status" is ${shown(status)}, an authentication that failed: expected Y or A`,
      };
}

/** An authentication of the sandbox's own 3-D Secure server that failed, or is not finished (code 4901). */
export function unauthenticated(status: string): Reason {
  return {
    es: `"tds_servertransactionid" nombra una autenticación con transStatus ${status}: se esperaba Y o A`,
    en: `"tds_servertransactionid" names an authentication with transStatus ${status}: expected Y or A`,
  };
}

/** The reference is missing, or names nothing here (code 25). */
export function noSuchReference(field: string, sent: string | undefined): Reason {
  const [es, en] = sent === undefined ? ["falta", "missing"] : [`es ${brief(sent)}`, brief(sent)];
  return {
    es: `"${field}" ${es}: se esperaba la referencia de una venta o un check-in de este banco`,
    en: `"${field}" is ${en}: expected the reference of a sale or check-in of this bank`,
  };
}

/** The reference names an operation of the wrong kind (codes 25 and 12). */
export function wrongKind(field: string, named: RestTransaction, expected: Translated): Reason {
  const { es, en } = transactionPhrase(named);
  return {
    es: `"${field}" nombra ${es}: se esperaba ${expected.es}`,
    en: `"${field}" names ${en}: expected ${expected.en}`,
  };
}

/** `declined with 51`; a code that is not final is not a decline: `answered 91`. */
export function answeredWith(code: string): Translated {
  const declined = codeMeaning(code).finality === "declined";
  return {
    es: `${declined ? "rechazada con" : "respondida con"} ${code}`,
    en: `${declined ? "declined with" : "answered"} ${code}`,
  };
}

/** The original is declined or voided, and nothing can be done with it (code 12). */
export function notOpen(original: RestTransaction): Reason {
  const { es, en } = transactionPhrase(original);
  const declined = original.approvalCode === undefined;
  return {
    es: `${es} ${declined ? `no se aprobó (${original.code})` : "ya está anulada"}: se esperaba una operación aprobada`,
    en: `${en} ${declined ? `was ${answeredWith(original.code).en}` : "is voided already"}: expected one that is approved`,
  };
}

/** Money has gone back already (code 12). */
export function refundedAlready(original: RestTransaction, refund: RestTransaction, charged: number): Reason {
  const { es, en } = transactionPhrase(original);
  return {
    es: `ya se devolvieron ${decimalText(refund.amount)} de ${decimalText(charged)} de ${es}: se devuelve una sola vez`,
    en: `${en} has been refunded already, ${decimalText(refund.amount)} of ${decimalText(charged)}: a refund is done once`,
  };
}

/** A refund of a check-in that was never charged (code 12). */
export function notSettled(original: RestTransaction): Reason {
  const { es, en } = transactionPhrase(original);
  return {
    es: `aún no hay check-out de ${es}, así que no se cobró nada: se esperaba el check-out antes de la devolución`,
    en: `${en} has no check-out yet, so that nothing was charged: expected a check-out before the refund`,
  };
}

/** This bank voids no check-ins (code 12). */
export const noCheckInVoids: Reason = {
  es: "este banco no anula check-ins (interruptor check-in-void): se esperaba una venta",
  en: "this bank voids no check-ins (switch check-in-void): expected a sale",
};

/** The amount is not the one that was charged (code 13). */
export function wrongTotal(sent: number, charged: RestTransaction, whole: boolean): Reason {
  const { es, en } = transactionPhrase(charged);
  const max = charged.amount;
  return whole
    ? {
        es: `"amount" es ${decimalText(sent)}: se esperaba ${decimalText(max)}, el total de ${es}`,
        en: `"amount" is ${decimalText(sent)}: expected ${decimalText(max)}, all of ${en}`,
      }
    : {
        es: `"amount" es ${decimalText(sent)}: se esperaba a lo sumo ${decimalText(max)}, el monto de ${es}`,
        en: `"amount" is ${decimalText(sent)}: expected at most ${decimalText(max)}, the amount of ${en}`,
      };
}

/** The batch has closed since the charge (code 77); times as `2026-11-20 19:00`. */
export function batchClosed(charged: RestTransaction, closed: string, now: string, timeZone: string): Reason {
  const { es, en } = transactionPhrase(charged);
  return {
    es: `el lote con ${es} cerró el ${closed} y son las ${now} (${timeZone}): se esperaba una devolución`,
    en: `the batch with ${en} closed at ${closed} and it is ${now} (${timeZone}): expected a refund`,
  };
}
