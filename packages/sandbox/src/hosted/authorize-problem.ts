import { orderLabel } from "../console-lines.ts";
import { bodyKind, notExpected } from "../http/body-kind.ts";
import type { HttpRequest } from "../http/request.ts";
import type { Reason, Translated } from "../reason.ts";
import { quoted } from "../unknown-field.ts";
import type { Ledger } from "./ledger.ts";
import { noSuchSession } from "./session-problem.ts";

const form: Translated = {
  es: "un formulario (application/x-www-form-urlencoded) con el campo SESSION, desde el navegador del comprador",
  en: "a form (application/x-www-form-urlencoded) with the field SESSION, from the buyer's browser",
};

// Session keys of both forms (40 and 64 hexadecimal digits). At most 20 are looked up: by mistake a shop sends one or
// two.
const keyForm = /(?<![0-9a-f])(?:[0-9a-f]{64}|[0-9a-f]{40})(?![0-9a-f])/gi;
const maxKeys = 20;

/** Why a call of the payment page's entry leads to no payment, without repeating any value that may be a key. */
export function authorizeProblem(request: HttpRequest, body: string, ledger: Ledger): Reason {
  const leak = keyWarning(request, body, ledger);
  if (leak !== undefined) return leak;
  const sent = new URLSearchParams(body).get("SESSION");
  return sent ? noSuchSession(sent, ledger) : noSession(request, body);
}

/**
 * The warning about a session-key that came through the browser, also beside a valid SESSION; undefined without one.
 */
export function keyWarning({ search }: HttpRequest, body: string, ledger: Ledger): Reason | undefined {
  const keys = new Set(`${body} ${search}`.match(keyForm)?.slice(0, maxKeys));
  const owner = keys.size > 0 ? ledger.ownerOfKey(keys) : undefined;
  if (owner === undefined) return undefined;
  const name = orderLabel(owner.purchase.order, owner.id);
  return {
    es: `la session-key de ${name} pasó por el navegador del comprador, y quien la tiene puede leer el resultado: se esperaba solo SESSION, y que la session-key no salga del servidor`,
    en: `the session-key of ${name} went through the buyer's browser, and whoever has it can read the result: expected SESSION alone, and the session-key to stay on the server`,
  };
}

function noSession({ headers, query }: HttpRequest, body: string): Reason {
  const kind = bodyKind(headers["content-type"] ?? "", body);
  if (query.has("SESSION")) {
    return {
      es: `SESSION vino en la dirección: se esperaba ${form.es}`,
      en: `SESSION was sent in the address: expected ${form.en}`,
    };
  }
  if (kind !== "form") return notExpected(kind, body, form);
  const fields = new URLSearchParams(body);
  if (fields.has("SESSION")) {
    return { es: `SESSION está vacío: se esperaba ${form.es}`, en: `SESSION is empty: expected ${form.en}` };
  }
  const names = [...new Set(fields.keys())].slice(0, 5).map(quoted).join(", ");
  return {
    es: `el formulario trae ${names}: se esperaba el campo "SESSION", con mayúsculas, o los campos de la venta`,
    en: `the form has ${names}: expected the field "SESSION", in capitals, or the fields of the payment request`,
  };
}
