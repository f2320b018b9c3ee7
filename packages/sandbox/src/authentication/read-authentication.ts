import { createHash } from "node:crypto";
import {
  type AuthenticationFieldRule,
  authenticationFields,
  authenticationStatusFields,
} from "@ventanilla/client/wire";
import { type Reason, shown } from "../reason.ts";
import { testCardOf } from "../test-cards.ts";
import { ignoredWarning, maxWarned } from "../unknown-field.ts";
import { missingWarning, type Warning } from "../warning.ts";
import type { Authenticated } from "./authentications.ts";

type Rules = Readonly<Record<string, AuthenticationFieldRule>>;

/** Why a request is refused, and the HTTP status of it. */
export type AuthenticationRefusal = { status: 400 | 401 | 404; reason: Reason };

/** A request as the server reads it: its values as text, what is wrong with them, and what the developer should know. */
export type ReadAuthentication = {
  values: Readonly<Record<string, string>>;
  refusal: AuthenticationRefusal | undefined;
  warnings: readonly Warning[];
};

/** Reads the fields of `authentication`, or of `status`. */
export function readAuthentication(
  kind: "authentication" | "status",
  fields: Readonly<Record<string, unknown>>,
): ReadAuthentication {
  const rules: Rules = kind === "status" ? authenticationStatusFields : authenticationFields;
  // Programs name the amount of a status in either way.
  const amount = kind === "status" ? (fields.purchaseAmount ?? fields.amount) : fields.purchaseAmount;
  const given = Object.entries({ ...fields, ...(amount !== undefined && { purchaseAmount: amount }) });
  const values = Object.fromEntries(given.map(([name, value]) => [name, textOf(value)]));
  const names = Object.keys(rules);
  const lacking = (requirement: AuthenticationFieldRule["requirement"]) =>
    names.filter((name) => rules[name]?.requirement === requirement && !values[name]);
  const missing = lacking("mandatory");
  const wrong = names.flatMap((name) => {
    const [rule, value] = [rules[name], values[name]];
    return rule && value && !rule.pattern.test(value) ? [{ name, value: rule.secret ? "" : value, rule }] : [];
  });
  const [first] = wrong;
  const problem = missing.length > 0 ? missingReason(missing) : first && wrongReason(first);
  return {
    values,
    refusal: problem && { status: 400, reason: problem },
    warnings: [...missingWarning(lacking("advised")), ...misspelled(Object.keys(fields), names)],
  };
}

/** The signature of a request: SHA-512 in hex over its parts and the key. */
export function isSigned(parts: readonly (string | undefined)[], key: string, signature: string): boolean {
  const hash = createHash("sha512")
    .update([...parts, key].join(""))
    .digest("hex");
  return hash === signature.toLowerCase();
}

/** What a request is about; a refusal for a card that is not a test card. */
export function readAuthenticated(values: Readonly<Record<string, string>>): Authenticated | AuthenticationRefusal {
  const { integratorCode = "", integratorTxId = "", acctNumber = "", urlRedirect = "", rd = "" } = values;
  const card = testCardOf(acctNumber);
  if (card === undefined) {
    return {
      status: 400,
      reason: {
        es: '"acctNumber": este banco es de pruebas y solo acepta sus tarjetas de prueba, nunca una real',
        en: '"acctNumber": this is a test bank and accepts only its test cards, never a real one',
      },
    };
  }
  const { purchaseAmount = "", purchaseCurrency = "", cardExpiryDate = "" } = values;
  return {
    name: nameOf(integratorCode, integratorTxId),
    integratorTxId,
    amount: Number(purchaseAmount),
    currency: purchaseCurrency,
    card,
    returnUrl: urlRedirect,
    data: rd,
    digest: createHash("sha256")
      .update([acctNumber, cardExpiryDate, purchaseAmount, purchaseCurrency, urlRedirect, rd].join("\n"))
      .digest("hex"),
  };
}

/** What an authentication is found by. */
export const nameOf = (integratorCode: string, integratorTxId: string): string => `${integratorCode} ${integratorTxId}`;

const textOf = (value: unknown): string =>
  typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? String(value).trim() : "";

function missingReason(names: readonly string[]): Reason {
  const list = names.join(", ");
  return { es: `${names.length > 1 ? "faltan" : "falta"}: ${list}`, en: `missing: ${list}` };
}

function wrongReason({ name, value, rule }: { name: string; value: string; rule: AuthenticationFieldRule }): Reason {
  return { en: `"${name}" is ${value === "" ? "wrong" : shown(value)}: expected ${rule.expected}` };
}

/** Which unknown names look like a field of the server. The others are left alone: not all of its fields are known. */
function misspelled(sent: readonly string[], names: readonly string[]): Warning[] {
  const unknown = sent.filter((name) => !names.includes(name)).slice(0, maxWarned);
  return unknown.map((name) => ignoredWarning(name, names, {})).filter(({ misspelling }) => misspelling !== undefined);
}
