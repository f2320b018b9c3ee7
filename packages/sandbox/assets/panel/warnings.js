// The bank's warnings in Spanish. The bank itself has each as one English sentence, on its console and in its APIs.

/** What a value had to be, and what is said of single fields. */
const phrases = {
  digits: "dígitos",
  "digits of minor units": "dígitos en centavos",
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
  "there is no such field": "ese campo no existe",
  "requests of this service are not signed": "las solicitudes de este servicio no se firman",
  "the card is typed on the bank's page, and its data never comes from the shop":
    "la tarjeta se escribe en la página del banco, y sus datos nunca vienen del comercio",
  '"MerchantNumber" is for every card, and only the terminal differs: "MerchantTerminal_amex"':
    '"MerchantNumber" es para todas las tarjetas, y solo cambia la terminal: "MerchantTerminal_amex"',
  'a declined payment comes back to "ReturnUrl" too': 'un pago rechazado también vuelve a "ReturnUrl"',
  'a payment to be confirmed later has "TransactionType" 0100':
    'un pago que se confirma después lleva "TransactionType" 0100',
};

/** Each kind of warning: `%` stands for what differs, `$1` … for it in Spanish. The more specific ones come first. */
const kinds = [
  ["% is ignored: did you mean %?", "$1 se ignora: ¿quiso decir $2?"],
  ["% is ignored: this bank reads %", "$1 se ignora: este banco lee $2"],
  ["% is ignored: not a field of this operation (%)", "$1 se ignora: no es un campo de esta operación ($2)"],
  ["% is ignored when TransactionType is %", "$1 se ignora cuando TransactionType es $2"],
  ["the body is ignored: send none, or %", "el cuerpo se ignora: no envíe ninguno, o $1"],
  ["% is ignored: %", "$1 se ignora: $2"],
  ["1 more field is ignored: %", "se ignora 1 campo más: $1"],
  ["% more fields are ignored: %, and % others", "se ignoran $1 campos más: $2, y otros $3"],
  ["% more fields are ignored: %", "se ignoran $1 campos más: $2"],
  ["% is sent % times: the last one is read", "$1 viene $2 veces: se lee el último"],
  ["% and % differ: % is read", "$1 y $2 difieren: se lee $3"],
  ["missing: %, %", "faltan: $1, $2"],
  ["missing: %", "falta: $1"],
  ["fault %", "falla $1"],
  [
    "% is % bytes long: the limit is % in a request, though results carry more",
    "$1 tiene $2 bytes: el límite es $3 en una solicitud, aunque los resultados traen más",
  ],
  ["% is % bytes long: the limit is %", "$1 tiene $2 bytes: el límite es $3"],
  ["% cannot be read: expected %", "$1 no se puede leer: se esperaban $2"],
  [
    "% has decimals: they are cut off and it is read as %; send minor units",
    "$1 trae decimales: se cortan y se lee como $2; envíe centavos",
  ],
  [
    "% is a number, read as minor units, %: expected 12 digits as a string, % for %",
    "$1 es un número y se lee en centavos, $2: se esperaban 12 dígitos como texto, $3 para $4",
  ],
  ["% is 0.00: expected more than zero", "$1 es 0.00: se esperaba más que cero"],
  ["% is %: expected at most %, %", "$1 es $2: se esperaba a lo sumo $3, $4"],
  ["% is %: expected %, as the pre-authorization has it", "$1 es $2: se esperaba $3, como en la preautorización"],
  [
    "% is wrong: expected the lower-case hex MD5 of %",
    "$1 no es válido: se esperaba el MD5 en hexadecimal y minúsculas de $2",
  ],
  ["% is wrong: expected one of %", "$1 no es válido: se esperaba uno de $2"],
  ["% is wrong: expected %", "$1 no es válido: se esperaba $2"],
  ["% is %: expected one of %, as a string", "$1 no es texto: se esperaba uno de $3, como texto"],
  ["% is %: expected %, as a string", "$1 no es texto: se esperaba $3, como texto"],
  ["% has lost its zero: expected %", "$1 perdió su cero: se esperaba $2"],
  [
    "% is that of another session, %: expected one that no other session has",
    "$1 es el de otra sesión, $2: se esperaba uno que ninguna otra tenga",
  ],
  [
    "the session-key of % went through the buyer's browser, and whoever has it can read the result: expected SESSION alone, and the session-key to stay on the server",
    "la session-key de $1 pasó por el navegador del comprador, y quien la tiene puede leer el resultado: se esperaba solo SESSION, y que la session-key no salga del servidor",
  ],
  ["there is no such path: did you mean %?", "esa ruta no existe: ¿quiso decir $1?"],
  ["there is no such path: expected % or one below %", "esa ruta no existe: se esperaba $1 o una debajo de $2"],
  [
    "% is not a method of this path: expected %, from a form in the buyer's browser with the field SESSION",
    "$1 no es un método de esta ruta: se esperaba $2, desde un formulario en el navegador del comprador con el campo SESSION",
  ],
  [
    "% is not a method of this path: expected %; a result is queried by %",
    "$1 no es un método de esta ruta: se esperaba $2; un resultado se consulta con $3",
  ],
  [
    "% is not a method of this path: expected %; did you mean %?",
    "$1 no es un método de esta ruta: se esperaba $2; ¿quiso decir $3?",
  ],
  ["% is not a method of this path: expected %", "$1 no es un método de esta ruta: se esperaba $2"],
  [
    "% is % and is booked as %: REST amounts are major units, expected %",
    "$1 es $2 y se registra como $3: los montos de REST van en pesos o dólares con decimales, se esperaba $4",
  ],
  [
    "% is refund in a sale: it charges %, and only the refund operation gives money back",
    "$1 es refund en una venta: cobra $2, y solo la operación refund devuelve dinero",
  ],
  ["the same request again: answered from the cache", "la misma solicitud otra vez: respondida desde la caché"],
].map(([english, spanish]) => {
  const pattern = english.replace(/[.*+?^${}()|[\]\\]/g, "\\$&").replaceAll("%", "(.+?)");
  return { pattern: new RegExp(`^${pattern}$`), spanish };
});

/** A warning in Spanish; undefined for one that has none, as that of an answer from the cache, with all it compares. */
export function inSpanish(warning) {
  for (const { pattern, spanish } of kinds) {
    const found = pattern.exec(warning);
    if (found === null) continue;
    const parts = found.map((part) => phrases[part] ?? part);
    // Words for which there is no Spanish: the sentence stays as it is rather than be half of each.
    if (parts.slice(1).some((part, i) => part === found[i + 1] && isProse(part))) return undefined;
    return spanish.replace(/\$(\d)/g, (_, i) => parts[Number(i)]);
  }
  return undefined;
}

/** Whether it is English and not a name, a number or a list of them. */
function isProse(part) {
  return (
    /^[a-z]+(?: [a-z0-9-]+){2,}/i.test(part.replace(/"[^"]*"/g, "")) && !/^(?:POST|GET|DELETE) |^a \w+$/.test(part)
  );
}
