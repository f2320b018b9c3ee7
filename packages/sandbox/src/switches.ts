import { ArgumentError } from "@ventanilla/client";
/** The service that the sandbox imitates: `live` as merchants meet it today, `document` as the contract is written. */
export type Profile = "live" | "document";

const behavior = <const V extends readonly string[]>(
  values: V,
  live: V[number],
  document: V[number],
  es: string,
  en: string,
) => ({ values, live, document, es, en });

/**
 * Every behavior about which the contract and live deployments differ, or deployments among themselves: its values,
 * the one of each profile, and what it decides in Spanish and English.
 */
export const switchTable = {
  identifiers: behavior(
    ["live", "document"],
    "live",
    "document",
    "Forma de SESSION y session-key: sess- con 32 hex y 64 hex, o un GUID y 40 hex",
    "Form of SESSION and session-key: sess- with 32 hex and 64 hex, or a GUID and 40 hex",
  ),
  "mandatory-fields": behavior(
    ["lenient", "strict"],
    "lenient",
    "strict",
    "Sesiones y formularios directos con campos obligatorios ausentes o erróneos",
    "Sessions and direct forms with mandatory fields missing or wrong",
  ),
  "order-field": behavior(
    ["either", "OrdenID", "OrdenId"],
    "either",
    "either",
    "Campo de la solicitud que trae la orden: cualquiera de los dos nombres, o solo uno",
    "Field of a request that names the order: either spelling, or one of them alone",
  ),
  "page-language": behavior(
    ["either", "ENG", "ING"],
    "either",
    "either",
    "Valor de PageLanguaje que pide la página en inglés: cualquiera de los dos, o solo uno",
    "Value of PageLanguaje that asks for the page in English: either, or one of them alone",
  ),
  "error-body": behavior(
    ["json", "html"],
    "json",
    "json",
    "Cuerpo de los errores de sesiones y de REST",
    "Body of the errors of sessions and of REST",
  ),
  "session-life": behavior(
    ["creation", "submission", "45-minutes"],
    "creation",
    "creation",
    "Desde cuándo corren los 30 minutos: la creación o el envío de la tarjeta; o 45 desde la creación",
    "What the 30 minutes count from: the creation or the card's submission; or 45 from the creation",
  ),
  "not-found-body": behavior(
    ["json", "text"],
    "json",
    "text",
    "Cuerpo del 404 de una sesión vencida",
    "Body of the 404 of an expired session",
  ),
  "result-spelling": behavior(
    ["live", "document", "older"],
    "live",
    "document",
    "Nombres de los campos del resultado",
    "Names of the result's fields",
  ),
  "card-mask": behavior(
    ["underscore", "asterisk"],
    "underscore",
    "asterisk",
    "Carácter que tapa el número de tarjeta",
    "Character that masks the card number",
  ),
  "absent-values": behavior(
    ["N/A", "omitted", "empty"],
    "N/A",
    "omitted",
    "Valores que el resultado no tiene, en la consulta y en el regreso",
    "Values that a result does not have, in the query and in the return",
  ),
  "token-form": behavior(
    ["hex", "base62", "40"],
    "hex",
    "40",
    "Forma de TxToken y pnRef: txn- con 32 hex, con 27 base62, o 40 caracteres",
    "Form of TxToken and pnRef: txn- with 32 hex, with 27 base62, or 40 characters",
  ),
  "approval-codes": behavior(
    ["letters", "digits"],
    "letters",
    "digits",
    "Códigos de aprobación: a veces con una letra, o solo dígitos",
    "Approval codes: sometimes with a letter, or digits only",
  ),
  "return-method": behavior(
    ["post", "get", "script"],
    "post",
    "post",
    "Cómo vuelve el comprador a la tienda",
    "How the buyer comes back to the shop",
  ),
  "return-body": behavior(
    ["interim", "both", "result"],
    "interim",
    "result",
    "Qué trae el regreso: acuse, acuse y luego resultado, o resultado",
    "What the return brings: receipt only, receipt then result, or result",
  ),
  "returned-session": behavior(
    ["page", "created"],
    "page",
    "created",
    "SESSION del regreso: la de la página o la creada",
    "SESSION of the return: the page's or the created one",
  ),
  "declined-to": behavior(
    ["return", "cancel"],
    "return",
    "cancel",
    "Dirección a la que vuelve un pago rechazado",
    "Address to which a declined payment returns",
  ),
  "direct-return": behavior(
    ["extended", "plain"],
    "extended",
    "plain",
    "Regreso del formulario directo: con CreditCardNumber y OrdenID, o sin ellos",
    "Return of the direct form: with CreditCardNumber and OrdenID, or without",
  ),
  "direct-cancel": behavior(
    ["without-order", "with-order"],
    "without-order",
    "without-order",
    "Regreso del formulario directo cancelado: sin OrdenID, o con él",
    "Return of a cancelled direct form: without OrdenID, or with it",
  ),
  framing: behavior(
    ["same-origin", "denied", "allowed"],
    "same-origin",
    "same-origin",
    "Quién puede enmarcar la página de pago",
    "Who may frame the payment page",
  ),
  "three-ds": behavior(
    ["by-card", "challenge"],
    "by-card",
    "by-card",
    "3-D Secure: según la tarjeta, o siempre con desafío",
    "3-D Secure: as the card says, or always a challenge",
  ),
  "rest-mandatory-fields": behavior(
    ["strict", "lenient"],
    "strict",
    "strict",
    "REST sin campos obligatorios: rechazo con 400, o solo una advertencia",
    "REST without mandatory fields: refused with 400, or taken with a warning",
  ),
  "authentication-fields": behavior(
    ["all", "status"],
    "all",
    "all",
    "Campos tds_ y tkn_ de REST: todos los del grupo, o solo tds_status",
    "Fields tds_ and tkn_ of REST: the whole group, or tds_status alone",
  ),
  environment: behavior(
    ["either", "Ecommerce", "ECommerce"],
    "either",
    "either",
    "Forma de environment en REST que se acepta: cualquiera de las dos, o solo una",
    "Spelling of environment that REST takes: either, or one of them alone",
  ),
  "key-path": behavior(
    ["both", "idenpotency-keys", "idempotency-keys"],
    "both",
    "both",
    "Ruta de la llave de idempotencia: con cualquiera de los dos nombres, o solo uno",
    "Path of the idempotency key: either spelling, or one of them alone",
  ),
  "key-type": behavior(
    ["accept", "text/plain", "application/json", "json-text"],
    "accept",
    "text/plain",
    "Llave de idempotencia: texto que dice ser JSON si Accept lo pide, texto, texto que dice ser JSON, o un texto de JSON entre comillas",
    "Idempotency key: text labelled as JSON when Accept asks for it, text, text labelled as JSON, or a quoted JSON text",
  ),
  "sale-token": behavior(
    ["pnRef", "both"],
    "pnRef",
    "pnRef",
    "Referencia de la venta: solo pnRef, o pnRef y txToken",
    "Reference of a sale: pnRef alone, or pnRef and txToken",
  ),
  "check-in-token": behavior(
    ["txToken", "trToken", "both"],
    "txToken",
    "trToken",
    "Nombre del token del check-in",
    "Name of the check-in's token",
  ),
  "refund-token": behavior(
    ["pnRef", "txToken", "both"],
    "pnRef",
    "txToken",
    "Referencia de la devolución",
    "Reference of a refund",
  ),
  "check-in-void": behavior(
    ["accepted", "refused"],
    "accepted",
    "refused",
    "Anulación de un check-in",
    "Void of a check-in",
  ),
  "rest-answer-values": behavior(
    ["text", "numbers"],
    "text",
    "text",
    "Valores de las respuestas REST: texto, o números donde no se pierde un cero y N/A por lo que falta",
    "Values of REST answers: text, or numbers where no zero is lost and N/A for what is absent",
  ),
  "failed-3ds": behavior(
    ["internal", "code"],
    "internal",
    "code",
    "4901 en REST: solo internal-response-code, o también response-code",
    "4901 in REST: internal-response-code alone, or response-code too",
  ),
  "bearer-header": behavior(
    ["any", "authorization"],
    "any",
    "authorization",
    "Encabezado que trae el token de las devoluciones",
    "Header that carries the bearer token of refunds",
  ),
} as const;

/** The name of a switch. */
export type SwitchName = keyof typeof switchTable;
/** What a switch can be set to. */
export type SwitchValue<N extends SwitchName> = (typeof switchTable)[N]["values"][number];

/** A switch as the control API lists it. */
export type SwitchState = {
  name: SwitchName;
  /** The present value: one of `values`. */
  value: string;
  values: readonly string[];
  /** What it decides, in Spanish. */
  es: string;
  /** What it decides, in English. */
  en: string;
};

/** The switches of one sandbox. */
export type Switches = {
  /** The present value of a switch. */
  get<N extends SwitchName>(name: N): SwitchValue<N>;
  /**
   * Changes the behavior until the next call.
   *
   * @throws ArgumentError when there is no such switch, or it has no such value
   */
  set(name: string, value: string): void;
  /** Every switch with its present value. */
  list(): SwitchState[];
};

/**
 * All switches as the profile has them.
 *
 * @param changed receives each switch that is set
 */
export function createSwitches(profile: Profile, changed: (state: SwitchState) => void): Switches {
  const names = Object.keys(switchTable) as SwitchName[];
  const values = new Map<string, string>(names.map((name) => [name, switchTable[name][profile]]));
  const describe = (name: SwitchName): SwitchState => {
    const { values: all, es, en } = switchTable[name];
    return { name, value: values.get(name) ?? "", values: all, es, en };
  };
  return {
    // The map holds nothing but what the table allows for the name.
    get: <N extends SwitchName>(name: N) => values.get(name) as SwitchValue<N>,
    set(name, value) {
      const known = names.find((candidate) => candidate === name);
      if (known === undefined) throw new ArgumentError(`name: expected one of ${names.join(", ")}`);
      if (!(switchTable[known].values as readonly unknown[]).includes(value)) {
        throw new ArgumentError(`value: expected one of ${switchTable[known].values.join(", ")} for ${known}`);
      }
      values.set(known, value);
      changed(describe(known));
    },
    list: () => names.map(describe),
  };
}
