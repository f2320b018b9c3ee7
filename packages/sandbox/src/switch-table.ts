import { authenticationSwitches } from "./authentication/authentication-switches.ts";
import { behavior } from "./behavior.ts";
import { restSwitches } from "./rest/rest-switches.ts";

/** The service that the sandbox imitates: `live` as merchants meet it today, `document` as the contract is written. */
export type Profile = "live" | "document";

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
    ["lenient", "strict", "letter"],
    "lenient",
    "letter",
    "Sesiones y formularios directos con campos obligatorios ausentes o erróneos: solo una advertencia, rechazo, o rechazo también de los datos de 3-D Secure vacíos",
    "Sessions and direct forms with mandatory fields missing or wrong: only a warning, refused, or empty 3-D Secure data refused as well",
  ),
  "order-field": behavior(
    ["either", "OrdenID", "OrdenId"],
    "either",
    "either",
    "Campo de la solicitud que trae el pedido: cualquiera de los dos nombres, o solo uno",
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
    "Carácter que oculta el número de tarjeta",
    "Character that masks the card number",
  ),
  "absent-values": behavior(
    ["N/A", "omitted", "empty"],
    "N/A",
    "omitted",
    "Cómo se escribe un valor que falta en el resultado, en la consulta y en el regreso",
    "How a missing value is written in a result, in the query and in the return",
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
    "Cómo vuelve el comprador al comercio",
    "How the buyer comes back to the store",
  ),
  "return-body": behavior(
    ["interim", "both", "result"],
    "interim",
    "result",
    "Qué trae el regreso: acuse, acuse y luego resultado, o resultado",
    "What the return brings: acknowledgment, acknowledgment then result, or result",
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
    "Regreso del formulario directo: con CreditCardNumber, OrdenID y los nombres en ambas formas, o como el contrato",
    "Return of the direct form: with CreditCardNumber, OrdenID and names in both spellings, or as the contract has it",
  ),
  "direct-cancel": behavior(
    ["without-order", "with-order"],
    "without-order",
    "without-order",
    "Regreso del formulario directo cancelado: sin OrdenID, o con él",
    "Return of a canceled direct form: without OrdenID, or with it",
  ),
  framing: behavior(
    ["same-origin", "denied", "allowed"],
    "same-origin",
    "same-origin",
    "Quién puede mostrar la página de pago en un iframe",
    "Who may show the payment page in an iframe",
  ),
  "three-ds": behavior(
    ["by-card", "challenge"],
    "by-card",
    "by-card",
    "3-D Secure: según la tarjeta, o siempre con desafío",
    "3-D Secure: as the card says, or always a challenge",
  ),
  "long-amount": behavior(
    ["zeros-dropped", "cut", "refused"],
    "zeros-dropped",
    "refused",
    "Amount y Tax de más de 12 dígitos con ceros delante: se leen sin ellos, se cortan a 12 dígitos, o no se leen",
    "Amount and Tax of more than 12 digits with zeros in front: read without them, cut to 12 digits, or not read",
  ),
  "issuer-code": behavior(
    ["by-card", "N7", "EB", "n7", "5"],
    "by-card",
    "by-card",
    "Código de las ventas que se aprobarían: el de la tarjeta, o uno que no está en la tabla del contrato",
    "Code of the sales that would be approved: the card's, or one that is not in the contract's table",
  ),
  "code-spaces": behavior(
    ["none", "before", "behind"],
    "none",
    "none",
    "Espacio en los códigos de respuesta: ninguno, delante o detrás",
    "Space in response codes: none, before or behind",
  ),
  ...restSwitches,
  ...authenticationSwitches,
} as const;

/** A key of the table, such as `token-form`. */
export type SwitchName = keyof typeof switchTable;
/** What a switch can be set to. */
export type SwitchValue<N extends SwitchName> = (typeof switchTable)[N]["values"][number];
