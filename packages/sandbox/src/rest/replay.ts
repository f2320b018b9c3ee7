import { createHmac, randomBytes } from "node:crypto";
import { type RestField, type RestOperation, restFields } from "@ventanilla/client/wire";
import { decimalText } from "@ventanilla/web";
import { maskNumber } from "../card-number.ts";
import { brief, shown, type Translated } from "../reason.ts";
import { type Warning, warningAbout, warningOf } from "../warning.ts";
import type { ReceivedRequest } from "./received-request.ts";
import { answeredWith, transactionPhrase } from "./rest-reasons.ts";
import type { RestTransaction } from "./rest-transaction.ts";

/** An answer that is replayed when its operation and key are sent again, and what it answered. */
export type KeptAnswer = { body: string; transaction: RestTransaction; fingerprint: Fingerprint };

/** A request's values by field: as text that may be shown (the card masked), and digests of secrets, never shown. */
export type Fingerprint = { shown: ByField; digests: ByField };

type ByField = Partial<Record<RestField, string>>;

const identifiers = new Set<RestField>(["pnRef", "txToken"]);

const ownKey: Translated = {
  es: "cada pago necesita su propia idempotency-key",
  en: "each payment needs its own idempotency-key",
};
const undone: Record<RestOperation, { nothing: Translated; rule: Translated }> = {
  sale: { nothing: { es: "no cobró nada", en: "charged nothing" }, rule: ownKey },
  checkIn: { nothing: { es: "no retuvo nada", en: "held nothing" }, rule: ownKey },
  void: {
    nothing: { es: "no anuló nada", en: "voided nothing" },
    rule: { es: "una anulación se hace una sola vez", en: "a void is done once" },
  },
  checkOut: {
    nothing: { es: "no liquidó nada", en: "settled nothing" },
    rule: { es: "un check-out se hace una sola vez", en: "a check-out is done once" },
  },
  refund: {
    nothing: { es: "no devolvió nada", en: "returned nothing" },
    rule: { es: "una devolución se hace una sola vez", en: "a refund is done once" },
  },
};

// A CVV has so few values that a digest without a key would reveal it.
const digestKey = randomBytes(32);

/** The values of a request, to distinguish a repetition from a different request with the same key. */
export function fingerprintOf(request: ReceivedRequest): Fingerprint {
  const fingerprint: Fingerprint = { shown: {}, digests: {} };
  for (const [field, value] of Object.entries(request) as [RestField, string][]) {
    // Requests are only compared under one idempotency key, and the client's token may change with each try.
    if (field === "idempotency-key" || field === "token") continue;
    if (restFields[field].secret) {
      fingerprint.digests[field] = createHmac("sha256", digestKey).update(`${field} ${value}`).digest("base64");
    } else fingerprint.shown[field] = identifiers.has(field) ? brief(value) : shown(value);
    if (field === "card-number") fingerprint.shown[field] = maskNumber(value);
  }
  return fingerprint;
}

/** The warning about a true repetition, which idempotency keys exist for. */
export const sameAgain = warningAbout([], {
  es: "la misma solicitud otra vez: respondida desde la caché",
  en: "the same request again: answered from the cache",
});

/** The warning about a request that is answered from the cache: which transaction was answered, and what differs. */
export function replayWarning({ transaction, fingerprint }: KeptAnswer, request: ReceivedRequest): Warning {
  const now = fingerprintOf(request);
  const fields = Object.keys(restFields) as RestField[];
  const differing = fields.flatMap((field) => difference(field, now, fingerprint));
  if (differing.length === 0) return sameAgain;
  const { operation, amount, code } = transaction;
  const declined = transaction.approvalCode === undefined ? answeredWith(code) : { es: "", en: "" };
  const { nothing, rule } = undone[operation];
  const sentence = (language: "es" | "en", before: string, after: string): string => {
    const what = `${transactionPhrase(transaction)[language]} ${before} ${decimalText(amount)}`;
    const how = declined[language] && `, ${declined[language]}`;
    const differences = differing.map((one) => one[language]).join(", ");
    return `${what}${how}, ${after} ${nothing[language]}: ${differences} (${rule[language]})`;
  };
  return warningOf("replay", {
    es: `esta es la respuesta a ${sentence("es", "por", "de la caché; esta solicitud")}`,
    en: `this is the answer to ${sentence("en", "for", "from the cache; this request")}`,
  });
}

function difference(field: RestField, now: Fingerprint, before: Fingerprint): Translated[] {
  const [is, was] = [now.shown[field], before.shown[field]];
  if (is === was) return secretDifference(field, now.digests[field], before.digests[field]);
  if (is === undefined)
    return [{ es: `"${field}" falta y antes era ${was}`, en: `"${field}" is missing and was ${was}` }];
  return [
    was === undefined
      ? { es: `"${field}" es ${is} y antes faltaba`, en: `"${field}" is ${is} and was missing` }
      : { es: `"${field}" es ${is} y antes era ${was}`, en: `"${field}" is ${is} and was ${was}` },
  ];
}

function secretDifference(field: RestField, is: string | undefined, was: string | undefined): Translated[] {
  if (is === was) return [];
  if (is === undefined) return [{ es: `"${field}" falta y antes venía`, en: `"${field}" is missing and was given` }];
  return [
    was === undefined
      ? { es: `"${field}" viene y antes faltaba`, en: `"${field}" is given and was missing` }
      : { es: `"${field}" es otro`, en: `"${field}" is another` },
  ];
}
