/** The reference's words about pages, operations, answers and examples in Spanish, by the English ones. */
export const operationsInSpanish: Readonly<Record<string, string>> = {
  Reference: "Referencia",
  "Sandbox Bank": "Banco de Pruebas",
  "Skip to the operations": "Ir a las operaciones",
  "Control panel": "Panel de control",
  Operations: "Operaciones",
  Values: "Valores",
  "Response codes": "Códigos de respuesta",
  Field: "Campo",
  Needed: "Requisito",
  Bytes: "Bytes",
  Meaning: "Significado",
  "Fields of {}": "Campos de {}",
  "3-D Secure: {} fields": "3-D Secure: {} campos",
  "Optional: {} fields": "Opcionales: {} campos",
  "Billing address: {} fields": "Dirección de facturación: {} campos",
  "Shipping address: {} fields": "Dirección de envío: {} campos",
  mandatory: "obligatorio",
  "may be empty": "puede ir vacío",
  optional: "opcional",
  conditional: "condicional",
  "all: {}": "todas: {}",
  secret: "secreto",
  path: "en la ruta",
  query: "en la consulta",
  "Or, as a direct form, all fields of": "O bien, como formulario directo, todos los campos de",
  Conditions: "Condiciones",
  Request: "Solicitud",
  Answers: "Respuestas",
  approved: "aprobado",
  declined: "rechazado",
  "under review": "en revisión",
  "being checked": "en verificación",
  "ResponseCode on the hosted page, response-code in REST. Only 00 means approved. Show buyers the sentence, never the code. The words here are the bank's own, some of them in English.":
    "ResponseCode en la página del banco, response-code en REST. Solo 00 significa aprobado. Al comprador muéstrele la frase, nunca el código. Las palabras de abajo son las del banco, algunas en inglés.",
  "Needs a bearer token.": "Requiere un token (bearer).",
  "Valid for one hour. The sandbox issues one at `POST /control/tokens` and in its panel.":
    "Dura una hora. El banco de pruebas lo emite en `POST /control/tokens` y en su panel.",
  "Card payment service": "Servicio de pagos con tarjeta",
  "Hosted payment page with session API, and REST operations without a page.":
    "Página de pago del banco con API de sesiones, y operaciones REST sin página.",
  "These schemas follow the contract: they reject unknown or misspelled fields. The live service ignores such fields, accepts numbers as text, and creates sessions with mandatory fields missing; the sandbox does the same and warns. `x-maxBytes` is the limit of the contract in bytes of UTF-8; `x-requirement` says whether this request needs the field.":
    "Estos esquemas siguen el contrato: rechazan los campos desconocidos o mal escritos. El servicio real ignora esos campos, acepta números como texto y crea sesiones sin campos obligatorios; el banco de pruebas hace lo mismo y lo advierte. `x-maxBytes` es el límite del contrato en bytes de UTF-8; `x-requirement` dice si esta solicitud necesita el campo.",
  "Session API": "API de sesiones",
  "Payment page": "Página de pago",
  REST: "REST",
  "From your server: create a session, ask for its result within 30 minutes.":
    "Desde su servidor: cree una sesión y consulte su resultado en menos de 30 minutos.",
  "From the buyer's browser: an HTML form leads to the page where the card is entered.":
    "Desde el navegador del comprador: un formulario HTML lleva a la página donde se escribe la tarjeta.",
  "From your server, which then handles card data itself (PCI DSS SAQ D). Amounts are in pesos or dollars with two decimals.":
    "Desde su servidor, que entonces maneja datos de tarjetas (PCI DSS SAQ D). Los montos van en pesos o dólares con dos decimales.",
  "Create a session": "Crear una sesión",
  "From your server; nothing is charged yet. Amounts are in cents, padded to 12 digits.":
    "Desde su servidor; todavía no se cobra nada. Los montos van en centavos, con ceros hasta 12 dígitos.",
  "A normal sale (0200)": "Venta normal (0200)",
  "A pre-authorization (0100)": "Preautorización (0100)",
  "The confirmation of a pre-authorization (2240)": "Confirmación de una preautorización (2240)",
  "The session. Keep its key on your server": "La sesión. Guarde su llave en su servidor",
  "No JSON object; or, where the switch `mandatory-fields` is `strict`, a field is missing or wrong":
    "No es un objeto JSON; o, donde el interruptor `mandatory-fields` es `strict`, falta un campo o no es válido",
  "Ask for the result of a session": "Consultar el resultado de una sesión",
  "Until 30 minutes after the session was created. A 404 is not a result: it can mean “no result yet” or “the session is gone”. Read `message`.":
    "Hasta 30 minutos después de crear la sesión. Un 404 no es un resultado: puede ser «todavía no hay resultado» o «la sesión ya no existe». Lea `message`.",
  "From the creation": "De la creación",
  "The session-key from the creation": "La session-key de la creación",
  "The transaction is finished, approved or not": "La transacción terminó, aprobada o no",
  "`sk` is missing, or is not the session-key of this session": "Falta `sk`, o no es la session-key de esta sesión",
  "`rspdata_not_found`: no result yet. `Session not found`: unknown, or its 30 minutes are over":
    "`rspdata_not_found`: todavía no hay resultado. `Session not found`: desconocida, o pasaron sus 30 minutos",
  "Send the buyer to the payment page": "Enviar al comprador a la página de pago",
  "Send the buyer to the page with installments": "Enviar al comprador a la página con cuotas",
  "An HTML form with the single field SESSION, or with the fields of the payment request itself (direct form).":
    "Un formulario HTML con el único campo SESSION, o con los campos de la solicitud de pago (formulario directo).",
  "With a session": "Con una sesión",
  "As in production": "Como en producción",
  "As the contract says": "Según el contrato",
  "Direct form": "Formulario directo",
  "Confirmation (2240) only, which has no page: the text that other sessions return with":
    "Solo la confirmación (2240), que no tiene página: el texto con que regresan las demás sesiones",
  "A direct form with a field that is missing or wrong, where the switch `mandatory-fields` is `strict`":
    "Un formulario directo en el que falta un campo o no es válido, donde el interruptor `mandatory-fields` es `strict`",
  "To the page": "A la página",
  "The form holds neither a known session nor a payment request":
    "El formulario no trae una sesión conocida ni una solicitud de pago",
  "Get an idempotency key": "Obtener una llave de idempotencia",
  "Get an idempotency key (other spelling of the path)":
    "Obtener una llave de idempotencia (otra escritura de la ruta)",
  "Before every sale and check-in. No body, or {}. The other operations send the key of the original.":
    "Antes de cada venta y de cada check-in. Sin cuerpo, o {}. Las demás operaciones envían la llave de la original.",
  "The key, behind `ikey:`": "La llave, después de `ikey:`",
  "Charge a card": "Cobrar a una tarjeta",
  "Ask for an idempotency key first. The same key again gets the first answer byte for byte, with response-code-source icache.":
    "Pida antes una llave de idempotencia. La misma llave recibe otra vez la primera respuesta, byte por byte, con response-code-source icache.",
  "The answer, whether the issuer approved or declined": "La respuesta, haya aprobado o rechazado el banco emisor",
  "A field breaks a rule": "Un campo incumple una regla",
  "Undo a sale or check-in before the batch closes": "Anular una venta o un check-in antes del cierre de lote",
  "Send the original's key and its pnRef. Possible only before the merchant's batch close (7:00 p.m. unless agreed otherwise); after it, send a refund.":
    "Envíe la llave de la original y su pnRef. Solo es posible antes del cierre de lote del comercio (7:00 p. m., salvo otro acuerdo); después, haga una devolución.",
  "Hold an amount on a card (check-in)": "Retener un monto en una tarjeta (check-in)",
  "Ask for an idempotency key first. Nothing is settled until the check-out.":
    "Pida antes una llave de idempotencia. No se cobra nada hasta el check-out.",
  "Charge what a check-in holds, or less (check-out)": "Cobrar lo que retiene un check-in, o menos (check-out)",
  "Send the check-in's key and its txToken; once, and at most the amount held.":
    "Envíe la llave del check-in y su txToken; una sola vez, y a lo sumo el monto retenido.",
  "Return all or part of a charge (once)": "Devolver todo un cobro o parte de él (una sola vez)",
  "Send the original's key and its txToken, with a bearer token; once, and at most the amount charged.":
    "Envíe la llave de la original y su txToken, con un token (bearer); una sola vez, y a lo sumo el monto cobrado.",
  "No bearer token, or one that has expired": "Falta el token (bearer), o está vencido",
  "The path does not take this method": "La ruta no acepta este método",
  "The body is longer than 64 KiB": "El cuerpo pasa de 64 KiB",
};
