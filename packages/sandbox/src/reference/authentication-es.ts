/** The Spanish of the 3-D Secure server's operations and fields in the reference, by their English. */
export const authenticationSpanish: Readonly<Record<string, string>> = {
  "3-D Secure server": "Servidor 3-D Secure",
  "From your server, before a sale by REST: authenticates the buyer. Its answers become the `tds_` fields. The contract does not describe it: the switches `tds-server-…` play what is not known.":
    "Desde su servidor, antes de una venta por REST: autentica al comprador. Sus respuestas pasan a los campos `tds_`. El contrato no lo describe: los interruptores `tds-server-…` cubren lo que no se conoce.",
  "Authenticate a buyer's card": "Autenticar la tarjeta de un comprador",
  "Ask what became of an authentication": "Preguntar en qué quedó una autenticación",
  "With transStatus C, post browserChallengeToken by a form to browserChallengeUrl, in a frame; the buyer comes back to urlRedirect. Then ask for the status.":
    "Con transStatus C, envíe browserChallengeToken con un formulario a browserChallengeUrl, dentro de un marco; el comprador vuelve a urlRedirect. Después pregunte el estado.",
  "Its answer has the values of the sale, once the buyer is authenticated.":
    "Su respuesta trae los valores de la venta cuando el comprador está autenticado.",
  "What the server knows of the buyer": "Lo que el servidor sabe del comprador",
  "A field is missing or wrong": "Un campo falta o no es válido",
  "The signature is wrong": "La firma no es válida",
  "No such authentication": "No existe esa autenticación",
  "Code of the integrator, from the account executive": "Código del integrador, que da el ejecutivo de cuenta",
  "The integrator's identifier of this authentication, of its own":
    "Identificador que el integrador da a esta autenticación, distinto en cada una",
  "SHA-512 in hex of integratorCode + cardExpiryDate + integratorTxId + purchaseAmount + the api key":
    "SHA-512 en hexadecimal de integratorCode + cardExpiryDate + integratorTxId + purchaseAmount + la llave",
  "SHA-512 in hex of integratorCode + integratorTxId + purchaseAmount + the api key":
    "SHA-512 en hexadecimal de integratorCode + integratorTxId + purchaseAmount + la llave",
  "Card number": "Número de tarjeta",
  "Card expiry, YYMM": "Vencimiento de la tarjeta, AAMM",
  "Amount in minor units: 295000 for 2,950.00": "Monto en centavos: 295000 son 2,950.00",
  "Decimals of the currency": "Decimales de la moneda",
  "Date of the purchase, YYYYMMDDHHMMSS in UTC": "Fecha de la compra, AAAAMMDDHHMMSS en UTC",
  "01: a payment": "01: un pago",
  "02: a browser": "02: un navegador",
  "Where the challenge leads the buyer to when it has ended": "A dónde lleva la verificación al comprador al terminar",
  "The integrator's own data in base64, which comes back with the buyer":
    "Datos propios del integrador en base64, que vuelven con el comprador",
  "Accept header of the buyer's browser": "Encabezado Accept del navegador del comprador",
  "IP address of the buyer": "Dirección IP del comprador",
  "Whether the browser runs Java": "Si el navegador ejecuta Java",
  "Whether the browser runs JavaScript": "Si el navegador ejecuta JavaScript",
  "Language of the browser, such as es-DO": "Idioma del navegador, como es-DO",
  "Color depth of the screen in bits": "Profundidad de color de la pantalla en bits",
  "Height of the screen in pixels": "Alto de la pantalla en píxeles",
  "Width of the screen in pixels": "Ancho de la pantalla en píxeles",
  "Minutes from the browser's time to UTC: 240 in Santo Domingo":
    "Minutos de la hora del navegador a UTC: 240 en Santo Domingo",
  "User-Agent header of the browser": "Encabezado User-Agent del navegador",
};
