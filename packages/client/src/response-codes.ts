import { ArgumentError } from "@ventanilla/web";
import { type BuyerSentence, buyerSentences } from "./buyer-sentences.ts";
import { type Charge, charges, isCharge } from "./wire/charge.ts";
import { codeForm } from "./wire/shared-values.ts";

/**
 * What a code means for the operation that it answers.
 * - `approved`: only 00.
 * - `declined`: a final refusal.
 * - `pending`: not final, ask again.
 * - `review`: approved-like, or a code that says nothing about the charge. A person must look.
 * @see docs/contributing/contract.md#response-codes
 */
export type Finality = "approved" | "declined" | "review" | "pending";

/**
 * The operation that a code answers. A payment of the page (0200, 0100) is a `sale`, 2240 a `confirmation`; the others
 * are operations of REST.
 */
export type AnsweredOperation = Charge | FollowUp;

/** The operations on an earlier one: when they are refused, the original stands. */
type FollowUp = "confirmation" | "checkOut" | "void" | "refund";

/**
 * What to do next about a code, for the shop's own screens and alerts. `already-settled`: an earlier confirmation has
 * settled the pre-authorization; use its result. `call-acquirer`: the bank that pays the merchant has to be called.
 */
export type Advice =
  | "none"
  | "wait"
  | "retry"
  | "check-card"
  | "other-card"
  | "call-bank"
  | "review"
  | "already-settled"
  | "call-acquirer"
  | "fix-configuration";

/** A response code, explained. */
export interface ResponseCode {
  /** As the bank sends it. */
  code: string;
  /** The client description of contract §7, as it is given there. */
  description: string;
  /** What it means for the operation. */
  finality: Finality;
  /**
   * Present for a refusal in doubt: a code that the bank's table does not list, and by which other networks refuse what
   * was typed of the card (a PIN, a CVV2, a number with a wrong check digit). `finality` is `review`; ask the bank again.
   */
  inDoubt?: true;
  /** What the shop does next. */
  advice: Advice;
  /** The name of the sentence for the buyer, for a shop that has its own words or speaks a third language. */
  sentence: BuyerSentence;
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
  ["06", "Error en Mensaje", "declined", "fix-configuration", "shopOrCard"],
  ["07", "Tarjeta Rechazada", "declined", "other-card", "declined"],
  ["08", "Llamar al Banco", "declined", "call-bank", "callBank"],
  ["09", "Request in progress", "pending", "wait", "checking"],
  ["10", "Aprobación Parcial", "review", "review", "partial"],
  ["11", "Approved VIP", "review", "review", "review"],
  ["12", "Transacción Invalida", "declined", "fix-configuration", "shopOrCard"],
  ["13", "Monto Invalido", "declined", "fix-configuration", "shopProblem"],
  ["14", "Cuenta Invalida", "declined", "check-card", "checkCard"],
  ["15", "No such issuer", "declined", "check-card", "checkCard"],
  ["16", "Approved update track 3", "review", "review", "review"],
  ["17", "Customer cancellation", "declined", "retry", "cancelled"],
  ["18", "Customer dispute", "declined", "call-bank", "notAllowed"],
  ["19", "Reintentar Transacción", "pending", "wait", "checking"],
  ["20", "No tomo acción", "declined", "retry", "tryAgain"],
  ["21", "No tomo acción", "declined", "retry", "tryAgain"],
  ["22", "Transacción No Aprobada", "declined", "retry", "tryAgain"],
  ["23", "Transacción No Aceptada", "declined", "other-card", "declined"],
  ["24", "File update not supported", "review", "review", "review"],
  ["25", "Unable to locate record", "review", "review", "review"],
  ["26", "Duplicate record", "review", "review", "review"],
  ["27", "File update edit error", "review", "review", "review"],
  ["28", "File update file locked", "review", "review", "review"],
  ["30", "File update failed", "declined", "fix-configuration", "shopProblem"],
  ["31", "Bin no soportado", "declined", "other-card", "cardNotTaken"],
  ["32", "Tx. Completada Parcialmente", "review", "review", "partial"],
  ["33", "Tarjeta Expirada", "declined", "other-card", "expired"],
  ["34", "Transacción No Aprobada", "declined", "other-card", "declined"],
  ["35", "Transacción No Aprobada", "declined", "other-card", "declined"],
  ["36", "Transacción No Aprobada", "declined", "other-card", "declined"],
  ["37", "Transacción No Aprobada", "declined", "other-card", "declined"],
  ["38", "Transacción No Aprobada", "declined", "other-card", "declined"],
  ["39", "Tarjeta Invalida", "declined", "other-card", "cardNotTaken"],
  ["40", "Función no Soportada", "declined", "fix-configuration", "shopProblem"],
  ["41", "Transacción No Aprobada", "declined", "other-card", "declined"],
  ["42", "Cuenta Invalida", "declined", "other-card", "cardNotTaken"],
  ["43", "Transacción No Aprobada", "declined", "other-card", "declined"],
  ["44", "No investment account", "declined", "other-card", "cardNotTaken"],
  ["51", "Fondos insuficientes", "declined", "other-card", "funds"],
  ["52", "Cuenta Invalida", "declined", "other-card", "cardNotTaken"],
  ["53", "Cuenta Invalida", "declined", "other-card", "cardNotTaken"],
  ["54", "Tarjeta vencida", "declined", "other-card", "expired"],
  ["56", "Cuenta Invalida", "declined", "check-card", "checkCard"],
  ["57", "Transacción no permitida", "declined", "call-bank", "notAllowed"],
  ["58", "Transacción no permitida en terminal", "declined", "fix-configuration", "shopProblem"],
  ["60", "Contactar Adquirente", "declined", "call-acquirer", "shopProblem"],
  ["61", "Excedió Límite de Retiro", "declined", "other-card", "limit"],
  ["62", "Tarjeta Restringida", "declined", "call-bank", "notAllowed"],
  ["65", "Excedió Cantidad de Intentos", "declined", "other-card", "attempts"],
  ["66", "Contactar Adquirente", "declined", "call-acquirer", "shopProblem"],
  ["67", "Hard capture", "declined", "other-card", "declined"],
  ["68", "Response received too late", "pending", "wait", "checking"],
  ["75", "Pin excedió Límite de Intentos", "declined", "call-bank", "notAllowed"],
  ["77", "Captura de Lote Invalida", "review", "review", "review"],
  ["78", "Intervención del Banco Requerida", "declined", "call-bank", "callBank"],
  ["79", "Rechazada", "declined", "other-card", "declined"],
  ["81", "Pin inválido", "declined", "other-card", "cardNotTaken"],
  ["82", "PIN Required", "declined", "other-card", "cardNotTaken"],
  ["85", "Llaves no disponibles", "declined", "fix-configuration", "shopProblem"],
  ["89", "Terminal Invalida", "declined", "fix-configuration", "shopProblem"],
  ["90", "Cierre en proceso", "pending", "wait", "checking"],
  ["91", "Host No Disponible", "pending", "wait", "checking"],
  ["92", "Error de Ruteo", "pending", "wait", "checking"],
  ["94", "Duplicate Transaction", "pending", "wait", "checking"],
  ["95", "Error de Reconciliación", "review", "review", "review"],
  ["96", "Error de Sistema", "pending", "wait", "checking"],
  ["97", "Emisor no Disponible", "pending", "wait", "checking"],
  ["98", "Excede Límite de Efectivo", "declined", "other-card", "limit"],
  ["99", "CVV or CVC Error response", "declined", "check-card", "securityCode"],
  ["TF", "Solicitud de autenticación rechazada o no completada", "declined", "retry", "notAuthenticated"],
  ["4901", "Fallo de autenticación 3DS (REST)", "declined", "retry", "notAuthenticated"],
];

/**
 * Every response code of the contract, in its order, as the answer to a sale.
 * @see docs/contributing/contract.md#response-codes
 */
export const responseCodes: readonly Readonly<ResponseCode>[] = rows.map(([code, description, ...rest]) =>
  entryOf(code, description, ...rest),
);

const byCode = new Map(responseCodes.map((entry) => [entry.code, entry]));

// As the answer to a follow-up these codes are refusals: a refund that finds its record locked has clearly not
// happened. As the answer to a sale they say nothing.
const refusesFollowUp = new Set(["24", "25", "27", "28", "77"]);

const followUps: Readonly<Record<FollowUp, { approved: BuyerSentence; declined: BuyerSentence }>> = {
  confirmation: { approved: "approved", declined: "notSettled" },
  checkOut: { approved: "approved", declined: "notSettled" },
  void: { approved: "reversed", declined: "notReversed" },
  refund: { approved: "reversed", declined: "notReversed" },
};
const operations = [...charges, ...Object.keys(followUps)];

/**
 * Codes outside the bank's table by which other networks refuse the data of a card, and what these call them.
 * @see docs/contributing/contract.md#response-codes
 */
const cardDataRefusals: Readonly<Record<string, string>> = {
  "1A": "Autenticación adicional requerida",
  "55": "PIN incorrecto",
  "63": "Violación de seguridad",
  "6P": "Datos de verificación incorrectos",
  "83": "PIN no verificable",
  "86": "PIN no verificable",
  "88": "Error criptográfico de la tarjeta",
  EA: "Longitud del número de tarjeta incorrecta",
  EB: "Dígito verificador de la tarjeta incorrecto",
  EC: "Código de seguridad mal formado",
  N7: "CVV2 no coincide",
  Q1: "Autenticación de la tarjeta fallida",
};

/** The codes with which a part of the amount is approved, which the answer does not name. */
export const partialApprovals: ReadonlySet<string> = new Set(
  rows.flatMap(([code, , , , sentence]) => (sentence === "partial" ? code : [])),
);

/**
 * Explains a response code. A code that the bank's table does not list but that is well formed (two digits or letters,
 * or one) is `review`: some networks approve with such codes. Small letters are read as capitals; one digit is not
 * taken for a code of two.
 * @param code as it came, such as `00`
 * @param operation what it answers. Default: `sale`
 * @returns what it means, what to do, and a sentence for the buyer in Spanish and English
 * @throws ArgumentError where the code is malformed or the operation unknown
 * @see docs/contributing/contract.md#response-codes
 * @example
 * const { finality, es } = responseCode(result.ResponseCode);
 */
export function responseCode(code: string, operation: AnsweredOperation = "sale"): Readonly<ResponseCode> {
  if (!operations.includes(operation)) {
    throw new ArgumentError(`responseCode.operation: expected one of ${operations.join(", ")}`);
  }
  const entry = byCode.get(code) ?? unlistedEntry(code);
  return isCharge(operation) ? entry : followUpOf(entry, operation);
}

function unlistedEntry(given: string): Readonly<ResponseCode> {
  if (typeof given !== "string" || !codeForm.test(given)) {
    throw new ArgumentError("responseCode: expected two digits or letters, or one");
  }
  const code = given.toUpperCase();
  const listed = byCode.get(code);
  if (listed !== undefined) return listed;
  const meaning = Object.hasOwn(cardDataRefusals, code) ? cardDataRefusals[code] : undefined;
  if (meaning === undefined) return entryOf(code, "Código no listado", "review", "review", "review");
  const doubtful = entryOf(code, `${meaning} (código no listado)`, "review", "review", "doubtful");
  return Object.freeze({ ...doubtful, inDoubt: true });
}

function followUpOf({ code, description, finality, advice }: ResponseCode, operation: FollowUp) {
  const { approved, declined } = followUps[operation];
  if (finality === "approved") return entryOf(code, description, "approved", "none", approved);
  if (finality === "declined" || refusesFollowUp.has(code)) {
    // Advice about a card does not apply here.
    const next = advice === "fix-configuration" || advice === "call-acquirer" ? advice : "review";
    return entryOf(code, description, "declined", next, declined);
  }
  const settled = code === "26" && operation === "confirmation";
  return entryOf(code, description, finality, settled ? "already-settled" : advice, "followUpOpen");
}

function entryOf(code: string, description: string, finality: Finality, advice: Advice, sentence: BuyerSentence) {
  return Object.freeze({ code, description, finality, advice, sentence, ...buyerSentences[sentence] });
}
