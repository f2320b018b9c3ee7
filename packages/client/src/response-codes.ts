import { type BuyerSentence, buyerSentences } from "./buyer-sentences.ts";

/**
 * What a code means for the payment. `approved`: only 00. `review`: approved-like, a person must look. `pending`: not
 * final, ask again. `declined`: a final refusal.
 */
export type Finality = "approved" | "declined" | "review" | "pending";

/** What to do next about a code, for the shop's own screens and alerts. */
export type Advice =
  | "none"
  | "wait"
  | "retry"
  | "check-card"
  | "other-card"
  | "call-bank"
  | "review"
  | "fix-configuration";

/** A response code, explained. */
export interface ResponseCode {
  code: string;
  /** The client description of the seed, section 7, as it is given there. */
  description: string;
  finality: Finality;
  advice: Advice;
  /** What to tell the buyer in Spanish; never the code itself. */
  es: string;
  /** The same in English. */
  en: string;
}

type Row = readonly [code: string, description: string, finality: Finality, advice: Advice, sentence: BuyerSentence];

const rows: readonly Row[] = [
  ["00", "Aprobada", "approved", "none", "approved"],
  ["01", "Llamar al Banco", "declined", "call-bank", "callBank"],
  ["02", "Llamar al Banco", "declined", "call-bank", "callBank"],
  ["03", "Comercio Invalido", "declined", "fix-configuration", "shopProblem"],
  ["04", "Rechazada", "declined", "other-card", "declined"],
  ["05", "Rechazada", "declined", "other-card", "declined"],
  ["06", "Error en Mensaje", "declined", "fix-configuration", "shopProblem"],
  ["07", "Tarjeta Rechazada", "declined", "other-card", "declined"],
  ["08", "Llamar al Banco", "declined", "call-bank", "callBank"],
  ["09", "Request in progress", "pending", "wait", "checking"],
  ["10", "Aprobación Parcial", "review", "review", "review"],
  ["11", "Approved VIP", "review", "review", "review"],
  ["12", "Transacción Invalida", "declined", "fix-configuration", "shopProblem"],
  ["13", "Monto Invalido", "declined", "fix-configuration", "shopProblem"],
  ["14", "Cuenta Invalida", "declined", "check-card", "checkCard"],
  ["15", "No such issuer", "declined", "check-card", "checkCard"],
  ["16", "Approved update track 3", "review", "review", "review"],
  ["17", "Customer cancellation", "declined", "retry", "cancelled"],
  ["18", "Customer dispute", "declined", "call-bank", "callBank"],
  ["19", "Reintentar Transacción", "pending", "wait", "checking"],
  ["20", "No tomo acción", "declined", "retry", "tryAgain"],
  ["21", "No tomo acción", "declined", "retry", "tryAgain"],
  ["22", "Transacción No Aprobada", "declined", "other-card", "declined"],
  ["23", "Transacción No Aceptada", "declined", "other-card", "declined"],
  ["24", "File update not supported", "declined", "fix-configuration", "shopProblem"],
  ["25", "Unable to locate record", "declined", "retry", "tryAgain"],
  ["26", "Duplicate record", "declined", "fix-configuration", "shopProblem"],
  ["27", "File update edit error", "declined", "fix-configuration", "shopProblem"],
  ["28", "File update file locked", "declined", "retry", "tryAgain"],
  ["30", "File update failed", "declined", "fix-configuration", "shopProblem"],
  ["31", "Bin no soportado", "declined", "other-card", "cardNotTaken"],
  ["32", "Tx. Completada Parcialmente", "review", "review", "review"],
  ["33", "Tarjeta Expirada", "declined", "other-card", "expired"],
  ["34", "Transacción No Aprobada", "declined", "other-card", "declined"],
  ["35", "Transacción No Aprobada", "declined", "other-card", "declined"],
  ["36", "Transacción No Aprobada", "declined", "other-card", "declined"],
  ["37", "Transacción No Aprobada", "declined", "other-card", "declined"],
  ["38", "Transacción No Aprobada", "declined", "other-card", "declined"],
  ["39", "Tarjeta Invalida", "declined", "check-card", "checkCard"],
  ["40", "Función no Soportada", "declined", "fix-configuration", "shopProblem"],
  ["41", "Transacción No Aprobada", "declined", "other-card", "declined"],
  ["42", "Cuenta Invalida", "declined", "check-card", "checkCard"],
  ["43", "Transacción No Aprobada", "declined", "other-card", "declined"],
  ["44", "No investment account", "declined", "other-card", "cardNotTaken"],
  ["51", "Fondos insuficientes", "declined", "other-card", "funds"],
  ["52", "Cuenta Invalida", "declined", "check-card", "checkCard"],
  ["53", "Cuenta Invalida", "declined", "check-card", "checkCard"],
  ["54", "Tarjeta vencida", "declined", "other-card", "expired"],
  ["56", "Cuenta Invalida", "declined", "check-card", "checkCard"],
  ["57", "Transacción no permitida", "declined", "call-bank", "notAllowed"],
  ["58", "Transacción no permitida en terminal", "declined", "fix-configuration", "shopProblem"],
  ["60", "Contactar Adquirente", "declined", "fix-configuration", "shopProblem"],
  ["61", "Excedió Límite de Retiro", "declined", "other-card", "limit"],
  ["62", "Tarjeta Restringida", "declined", "call-bank", "notAllowed"],
  ["65", "Excedió Cantidad de Intentos", "declined", "other-card", "attempts"],
  ["66", "Contactar Adquirente", "declined", "fix-configuration", "shopProblem"],
  ["67", "Hard capture", "declined", "other-card", "declined"],
  ["68", "Response received too late", "pending", "wait", "checking"],
  ["75", "Pin excedió Límite de Intentos", "declined", "call-bank", "attempts"],
  ["77", "Captura de Lote Invalida", "declined", "fix-configuration", "shopProblem"],
  ["78", "Intervención del Banco Requerida", "declined", "call-bank", "callBank"],
  ["79", "Rechazada", "declined", "other-card", "declined"],
  ["81", "Pin inválido", "declined", "other-card", "pin"],
  ["82", "PIN Required", "declined", "other-card", "pin"],
  ["85", "Llaves no disponibles", "declined", "fix-configuration", "shopProblem"],
  ["89", "Terminal Invalida", "declined", "fix-configuration", "shopProblem"],
  ["90", "Cierre en proceso", "pending", "wait", "checking"],
  ["91", "Host No Disponible", "pending", "wait", "checking"],
  ["92", "Error de Ruteo", "pending", "wait", "checking"],
  ["94", "Duplicate Transaction", "pending", "wait", "checking"],
  ["95", "Error de Reconciliación", "declined", "fix-configuration", "shopProblem"],
  ["96", "Error de Sistema", "pending", "wait", "checking"],
  ["97", "Emisor no Disponible", "declined", "retry", "tryAgain"],
  ["98", "Excede Límite de Efectivo", "declined", "other-card", "limit"],
  ["99", "CVV or CVC Error response", "declined", "check-card", "securityCode"],
  ["TF", "Solicitud de autenticación rechazada o no completada", "declined", "retry", "notAuthenticated"],
  ["4901", "Fallo de autenticación 3DS (REST)", "declined", "retry", "notAuthenticated"],
];

/** Every response code of the seed, section 7, in its order. */
export const responseCodes: readonly Readonly<ResponseCode>[] = rows.map(([code, description, ...rest]) =>
  explained(code, description, ...rest),
);

const byCode = new Map(responseCodes.map((entry) => [entry.code, entry]));

/**
 * Explains a response code. One that the seed does not list but that is well formed (two digits or upper-case letters)
 * reads as a plain refusal; anything else is a TypeError.
 */
export function responseCode(code: string): Readonly<ResponseCode> {
  const entry = byCode.get(code);
  if (entry !== undefined) return entry;
  if (typeof code !== "string" || !/^[0-9A-Z]{2}$/.test(code)) {
    throw new TypeError("responseCode: expected two digits or upper-case letters");
  }
  return explained(code, "Rechazada", "declined", "other-card", "declined");
}

function explained(code: string, description: string, finality: Finality, advice: Advice, sentence: BuyerSentence) {
  return Object.freeze({ code, description, finality, advice, ...buyerSentences[sentence] });
}
