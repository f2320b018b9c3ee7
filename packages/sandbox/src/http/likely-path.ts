import { idempotencyKeyPaths, restPaths } from "@ventanilla/client/wire";
import type { Reason, Translated } from "../reason.ts";

const creation = "POST /sessions";
const query = "GET /sessions/{SESSION} (sk = session-key)";

// The first match counts: the more specific patterns come first.
const resemblances: readonly (readonly [like: RegExp, meant: string])[] = [
  [/idem?n?potency|i-?keys?\b/, `POST ${idempotencyKeyPaths[0]}`],
  [/\/(?:sess-\w{8,}|[\da-f]{8}-[\da-f-]{27})/, query],
  [/refund|devoluci|reembols/, `POST ${restPaths.refund}`],
  [/void|anulaci|revers/, `POST ${restPaths.void}`],
  [/check-?_?in/, `POST ${restPaths.checkIn}`],
  [/check-?_?out/, `POST ${restPaths.checkOut}`],
  [/\/(?:sales?|ventas?)\b/, `POST ${restPaths.sale}`],
  [/cuotas|instal?lments?/, "POST /servicios/pagosxcuotas/gatewayPagosCuotas"],
  [/authori[sz]e|gateway/, "POST /authorize"],
  [/\/sessions?\/[^/]{16,}/, query],
  [/\/(?:sessions?|payments?)\/*$/, creation],
];

// Browsers request these from every origin.
const requestedByBrowsers = /^\/(?:favicon\.ico|apple-touch-icon|\.well-known\/|robots\.txt)/;

/** The warning about an unknown path; undefined for paths that browsers request on their own. */
export function pathWarning(path: string): Reason | undefined {
  if (requestedByBrowsers.test(path)) return undefined;
  const likely = likelyPath(path);
  if (likely === undefined) {
    return {
      es: "esa ruta no existe: se esperaba /sessions, /authorize o una debajo de /api/payment",
      en: "there is no such path: expected /sessions, /authorize or one below /api/payment",
    };
  }
  return {
    es: `esa ruta no existe: ¿quiso decir ${likely}?`,
    en: `there is no such path: did you mean ${likely}?`,
  };
}

/** The warning about a method that a path does not have. */
export function methodWarning(method: string, path: string, allowed: readonly string[]): Reason {
  const { es, en } = methodAdvice(method, path);
  return {
    es: `${method} no es un método de esta ruta: se esperaba ${allowed.join(" o ")}${es}`,
    en: `${method} is not a method of this path: expected ${allowed.join(" or ")}${en}`,
  };
}

function methodAdvice(method: string, path: string): Translated {
  if (path === "/sessions" && method === "GET") {
    return { es: `; un resultado se consulta con ${query}`, en: `; a result is queried by ${query}` };
  }
  if (path === "/authorize") {
    return {
      es: ", desde un formulario en el navegador del comprador con el campo SESSION",
      en: ", from a form in the buyer's browser with the field SESSION",
    };
  }
  const likely = likelyPath(path);
  return likely?.startsWith(`${method} `) && likely !== `${method} ${path}`
    ? { es: `; ¿quiso decir ${likely}?`, en: `; did you mean ${likely}?` }
    : { es: "", en: "" };
}

/** Method and path that were likely meant, as `POST /sessions`. */
function likelyPath(path: string): string | undefined {
  const lower = path.slice(0, 256).toLowerCase();
  return resemblances.find(([like]) => like.test(lower))?.[1];
}
