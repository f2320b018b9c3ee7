import type { Reason } from "./reason.ts";

/** The Spanish of phrases in the contract's tables, by their English: expected values, and hints about fields. */
const phrases: Readonly<Record<string, string>> = {
  digits: "dígitos",
  "12 digits of minor units, zero padded": "12 dígitos en centavos, con ceros a la izquierda",
  "12 digits of minor units, zero padded and more than zero":
    "12 dígitos en centavos, con ceros a la izquierda y más que cero",
  "digits, padded right with spaces or not": "dígitos, con espacios a la derecha o sin ellos",
  "letters A to Z and digits": "letras de la A a la Z y dígitos",
  "six letters A to Z or digits": "seis letras de la A a la Z o dígitos",
  "three letters A to Z or digits": "tres letras de la A a la Z o dígitos",
  "one to three upper-case letters or digits": "de una a tres letras mayúsculas o dígitos",
  "two digits or upper-case letters": "dos dígitos o letras mayúsculas",
  "four digits": "cuatro dígitos",
  "an absolute http or https address": "una dirección http o https completa",
  "printable ASCII without spaces": "caracteres ASCII visibles, sin espacios",
  "printable characters, not all of them spaces": "caracteres visibles, no solo espacios",
  "an IPv4 address": "una dirección IPv4",
  "40 bytes of upper-case ASCII: 22 owner, 13 city, 3 state, 2 country, each padded with spaces":
    "40 bytes de ASCII en mayúsculas: 22 del dueño, 13 de la ciudad, 3 de la provincia, 2 del país, cada parte con espacios",
  "a month, 01 to 12": "un mes, de 01 a 12",
  "the last two digits of a year": "los dos últimos dígitos de un año",
  "a masked card number: first six digits, mask, last four digits":
    "un número de tarjeta oculto: seis primeros dígitos, máscara, cuatro últimos dígitos",
  "32 lower-case hexadecimal digits": "32 dígitos hexadecimales en minúsculas",
  "an email address": "un correo electrónico",
  "a telephone number: digits, spaces and + ( ) . / -": "un número de teléfono: dígitos, espacios y + ( ) . / -",
  "an ISO 3166-1 country code in upper case (DO, DOM or 214)":
    "un código de país ISO 3166-1 en mayúsculas (DO, DOM o 214)",
  "requests of this service are not signed": "las solicitudes de este servicio no se firman",
  "the card is typed on the bank's page, and its data never comes from the shop":
    "la tarjeta se escribe en la página del banco, y sus datos nunca vienen del comercio",
  '"MerchantNumber" is for every card, and only the terminal differs: "MerchantTerminal_amex"':
    '"MerchantNumber" es para todas las tarjetas, y solo cambia la terminal: "MerchantTerminal_amex"',
  'a declined payment comes back to "ReturnUrl" too': 'un pago rechazado también vuelve a "ReturnUrl"',
  'a payment to be confirmed later has "TransactionType" 0100':
    'un pago que se confirma después lleva "TransactionType" 0100',
};

/** A phrase of the contract's tables, also a list of values, in both languages where it has Spanish. */
export function translatePhrase(en: string): Reason {
  const es = inSpanish(en);
  return es === undefined ? { en } : { en, es };
}

function inSpanish(en: string): string | undefined {
  if (Object.hasOwn(phrases, en)) return phrases[en];
  return en.startsWith("one of ") ? en.replace("one of", "uno de") : undefined;
}
