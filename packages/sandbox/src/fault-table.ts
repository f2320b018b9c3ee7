/** Where a fault acts: creation of a session, query of its result, payment page, return to the store, or REST. */
export type FaultPlace = "session" | "result" | "page" | "return" | "rest";

const fault = (where: FaultPlace, code: string, en: string, es: string, magicTimes = 1) => ({
  where,
  code,
  en,
  es,
  magicTimes,
});
const always = Number.POSITIVE_INFINITY;

/**
 * Every fault of the sandbox by its name: `where` it acts, what it does in Spanish (`es`) and English (`en`), and its
 * `code`. An OrdenID or invoice-number that contains `!` and the code has the fault `magicTimes` times, without arming.
 *
 * @example
 * sandbox.faults.arm("late-result", { times: 2, order: "A-17" }); // by name
 * // or without the control API: an order with the OrdenID `A-17!late`
 */
export const faultTable = {
  timeout: fault("session", "tout", "no answer; no session made", "no responde; no crea la sesión"),
  down: fault(
    "session",
    "down",
    "the bank is down: every connection reset",
    "el banco está caído: corta cada conexión",
    always,
  ),
  "stalled-body": fault("session", "stal", "half the answer, then silence", "media respuesta y luego silencio"),
  "reset-before": fault("session", "rstb", "connection reset; no session made", "corta la conexión; no crea la sesión"),
  "reset-after": fault(
    "session",
    "rsta",
    "connection reset; the session exists",
    "corta la conexión; la sesión existe",
  ),
  "server-error-before": fault("session", "erb", "500 in JSON; no session made", "500 en JSON; no crea la sesión"),
  "server-error-after": fault(
    "session",
    "era",
    "502 as a page; the session exists",
    "502 como página; la sesión existe",
  ),
  "html-200": fault("session", "html", "200 with a page instead of JSON", "200 con una página en lugar de JSON"),
  "truncated-json": fault("session", "trnc", "200 with JSON that breaks off", "200 con JSON cortado"),
  "wrong-charset": fault(
    "session",
    "wcs",
    "200 with UTF-16 that says it is UTF-8",
    "200 con UTF-16 que dice ser UTF-8",
  ),
  slow: fault("session", "slow", "answers after 3 seconds", "responde a los 3 segundos"),
  "early-404": fault(
    "result",
    "e404",
    "404 Session not found before its time",
    "404 Session not found antes de tiempo",
  ),
  "late-result": fault(
    "result",
    "late",
    "result visible a minute after paying",
    "resultado visible un minuto después de pagar",
  ),
  "declined-then-approved": fault(
    "result",
    "dta",
    "declined with 05 first, then the true result",
    "primero 05, luego el resultado verdadero",
  ),
  "missing-ordenid": fault("result", "noid", "result without OrdenID", "resultado sin OrdenID", always),
  "foreign-ordenid": fault(
    "result",
    "fgn",
    "result with another order's OrdenID",
    "resultado con el OrdenID de otro pedido",
    always,
  ),
  "code-09-times": fault("result", "c09", "result 09, request in progress", "resultado 09, en proceso", 3),
  "result-timeout": fault("result", "rto", "the query gets no answer", "la consulta no recibe respuesta"),
  "result-500": fault("result", "r500", "the query answers 500", "la consulta responde 500"),
  "result-html": fault(
    "result",
    "rhtm",
    "the query answers 200 with a page",
    "la consulta responde 200 con una página",
  ),
  "contradicting-fields": fault(
    "result",
    "cont",
    "spelling variants of a field disagree",
    "variantes de un campo se contradicen",
    always,
  ),
  "redirect-second-host": fault(
    "page",
    "host",
    "the page is on another host name",
    "la página está en otro nombre de host",
    always,
  ),
  "refuse-framing": fault(
    "page",
    "fram",
    "the page refuses to be shown in an iframe",
    "la página no se deja mostrar en un iframe",
    always,
  ),
  coop: fault(
    "page",
    "coop",
    "the page cuts its link to the window that opened it (COOP)",
    "la página corta el enlace con la ventana que la abrió (COOP)",
    always,
  ),
  "return-get": fault("return", "rget", "the buyer comes back by GET", "el comprador vuelve por GET", always),
  "return-script": fault(
    "return",
    "rscr",
    "the buyer comes back by a script's GET",
    "el comprador vuelve por GET de un script",
    always,
  ),
  "no-return": fault(
    "return",
    "nort",
    "the buyer is left on the receipt",
    "el comprador se queda en el recibo",
    always,
  ),
  "double-return": fault(
    "return",
    "dbl",
    "two posts: first the acknowledgment, then the result",
    "dos envíos: primero el acuse, luego el resultado",
    always,
  ),
  "return-before-result": fault(
    "return",
    "rbr",
    "back 3 seconds before the result is visible",
    "vuelve 3 segundos antes de que se vea el resultado",
  ),
  "differing-session": fault(
    "return",
    "diff",
    "the return carries an unknown SESSION",
    "el regreso trae un SESSION desconocido",
    always,
  ),
  "interim-only": fault(
    "return",
    "intr",
    "the return says Transaction Received and no result",
    "el regreso dice Transaction Received, sin resultado",
    always,
  ),
  "rest-timeout-before": fault("rest", "tob", "no answer; nothing charged", "no responde; nada cobrado"),
  "rest-timeout-after": fault("rest", "toa", "charged, no answer", "cobrado, sin respuesta"),
  "rest-reset-before": fault("rest", "xrb", "connection reset; nothing charged", "corta la conexión; nada cobrado"),
  "reset-after-charge": fault("rest", "xra", "charged, connection reset", "cobrado, corta la conexión"),
  "rest-500-before": fault("rest", "x5b", "500; nothing charged", "500; nada cobrado"),
  "rest-500-after": fault("rest", "x5a", "charged, 500", "cobrado, 500"),
  "rest-html-200": fault("rest", "xhtm", "charged, 200 with a page", "cobrado, 200 con una página"),
  "rest-truncated": fault("rest", "xtr", "charged, JSON that breaks off", "cobrado, JSON cortado"),
  "missing-response-code": fault(
    "rest",
    "norc",
    "charged, answer without response-code",
    "cobrado, respuesta sin response-code",
  ),
  "icache-on-void": fault(
    "rest",
    "icv",
    "a void answered from the cache with the original's answer; nothing voided",
    "anulación respondida desde la caché con la respuesta original; nada anulado",
  ),
  "rest-09-then-approved": fault(
    "rest",
    "x09",
    "09 first; the true answer to the same key",
    "primero 09; la respuesta verdadera a la misma llave",
  ),
} as const;

/** The name of a fault: a key of {@link faultTable}. */
export type FaultId = keyof typeof faultTable;
