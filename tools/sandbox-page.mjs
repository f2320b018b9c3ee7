/**
 * Writes `docs/reference/sandbox.md`, and the same in Spanish, from the sandbox's tables of cards, faults and switches.
 * With `--check` it writes nothing and fails when a page is out of date. Run from anywhere:
 * `node tools/sandbox-page.mjs`.
 */

import { faultTable } from "../packages/sandbox/src/fault-table.ts";
import { panelTexts } from "../packages/sandbox/src/panel/texts.ts";
import { switchTable } from "../packages/sandbox/src/switch-table.ts";
import { testCards } from "../packages/sandbox/src/test-cards.ts";
import { formatCardNumber } from "../packages/web/src/card.ts";
import { table, writePage } from "./written-page.mjs";

const words = {
  en: {
    title: "The sandbox",
    guide: "[The guide](../guide/sandbox.md) explains how to use them.",
    cards: "Test cards",
    cardsNote:
      "Any expiry date in the future, and any security code of three digits, or four for American Express. All other numbers are refused.",
    cardHeads: ["number", "scheme", "code", "result"],
    rules: "Amounts and rules",
    rulesNote: "What decides beside the card.",
    rulesHeads: ["what", "answers"],
    ruleRows: [
      [
        "an amount of `9900.CC` (page: `0000009900CC`), CC any two digits but 00",
        "that code, with any card. A confirmation, check-out or refund only when nothing else is wrong with it; a void never",
      ],
      ["a card of 3-D Secure: three wrong codes, leaving, or ten minutes without an answer", "`TF`"],
      [
        "REST with a `TF` card, `tds_status` N, R, U or C, or a `tds_servertransactionid` that begins with `fail`",
        "`4901`",
      ],
      ["a merchant number that is not up to 15 digits", "`03`"],
      ["page: an amount that is zero or unreadable, a currency other than 214 and 840", "`13`, `12`"],
      ["REST: a card number with a wrong check digit, an expiry that has passed", "`14`, `54`"],
      ["void, check-out, refund or confirmation whose token, key and merchant match no transaction", "`25`"],
      ["… of something declined, voided, refunded or settled; of another currency, terminal or environment", "`12`"],
      ["… for more than the original; a void for another amount than the original's", "`13`"],
      ["a void after the batch close, a second confirmation of one pre-authorization", "`77`, `26`"],
      [
        "an approved void, check-out or refund that is sent again with the same key",
        "the answer from the cache (`icache`). A declined one may be corrected and sent again",
      ],
    ],
    faults: "Faults",
    faultsNote:
      "A fault turned on by its name acts once, or `times` times. An order whose id contains the code has the fault, and no other order.",
    faultHeads: ["fault", "code", "where", "what happens"],
    switches: "Switches",
    switchesNote: "Points where real installations of the bank behave differently.",
    switchHeads: ["switch", "decides", "values", "profile `live`", "profile `document`"],
    control: "Control API",
    controlNote:
      "What the panel does, for scripts in any language: JSON in and out. A wrong request gets a 400 with a `message`.",
    controlHeads: ["request", "body", "does"],
    program: "In programs",
    programNote:
      "What `@ventanilla/sandbox` exports, from its doc comments. On the pages of the repository it is not shown: read it with `npm run docs`.",
    requests: {
      state: "gives profile, clock, switches, faults, sessions, transactions, tokens and cards",
      wire: "gives the last 500 exchanges, with secrets masked",
      events: "sends what happens as it happens (server-sent events)",
      advance: "moves the clock forward, in milliseconds; a negative number moves it back",
      sessionEnd: "moves it to the end of the newest session",
      batchClose: "moves it to the next batch close",
      realTime: "sets it to real time",
      fault: "turns a fault on",
      noFault: "turns one fault off",
      noFaults: "turns all faults off",
      switch: "sets a switch",
      token: "issues a bearer token for refunds",
      reset: "forgets sessions, transactions, tokens and exchanges",
    },
  },
  es: {
    title: "El Banco de Pruebas",
    guide: "[La guía](../guias/banco-de-pruebas.md) explica cómo usarlos.",
    cards: "Tarjetas de prueba",
    cardsNote:
      "Cualquier vencimiento futuro, y cualquier código de seguridad de tres dígitos, o de cuatro con American Express. Los demás números se rechazan.",
    cardHeads: ["número", "marca", "código", "resultado"],
    rules: "Montos y reglas",
    rulesNote: "Lo que decide además de la tarjeta.",
    rulesHeads: ["qué", "responde"],
    ruleRows: [
      [
        "un monto de `9900.CC` (página: `0000009900CC`), con CC dos dígitos que no sean 00",
        "ese código, con cualquier tarjeta. Una confirmación, un check-out o una devolución, solo si no tiene otro error; una anulación, nunca",
      ],
      ["una tarjeta con 3-D Secure: tres códigos equivocados, salir, o diez minutos sin respuesta", "`TF`"],
      [
        "REST con una tarjeta `TF`, `tds_status` N, R, U o C, o un `tds_servertransactionid` que empieza por `fail`",
        "`4901`",
      ],
      ["un número de comercio que no es de hasta 15 dígitos", "`03`"],
      ["página: un monto que es cero o no se puede leer, una moneda que no es 214 ni 840", "`13`, `12`"],
      ["REST: un número de tarjeta con otro dígito de control, un vencimiento que ya pasó", "`14`, `54`"],
      [
        "anulación, check-out, devolución o confirmación cuyo token, llave y comercio no son de ninguna transacción",
        "`25`",
      ],
      ["… de algo rechazado, anulado, devuelto o liquidado; de otra moneda, terminal o ambiente", "`12`"],
      ["… por más que el original; una anulación por otro monto que el original", "`13`"],
      ["una anulación después del cierre del lote, una segunda confirmación de una preautorización", "`77`, `26`"],
      [
        "una anulación, check-out o devolución aprobada que se envía otra vez con la misma llave",
        "la respuesta de la caché (`icache`). Una rechazada se puede corregir y enviar de nuevo",
      ],
    ],
    faults: "Fallas",
    faultsNote:
      "Una falla activada por su nombre actúa una vez, o `times` veces. Un pedido cuyo identificador contiene el código tiene la falla, y ningún otro pedido.",
    faultHeads: ["falla", "código", "dónde", "qué pasa"],
    switches: "Comportamientos",
    switchesNote: "Puntos en que las instalaciones reales del banco se comportan de otra manera.",
    switchHeads: ["comportamiento", "decide", "valores", "perfil `live`", "perfil `document`"],
    control: "API de control",
    controlNote:
      "Lo que hace el panel, para scripts en cualquier lenguaje: JSON de entrada y de salida. Una solicitud equivocada recibe un 400 con un `message`.",
    controlHeads: ["solicitud", "cuerpo", "hace"],
    program: "En programas",
    programNote:
      "Lo que exporta `@ventanilla/sandbox`, tal como lo dicen los comentarios del código, en inglés. En las páginas del repositorio no se ve: léalo con `npm run docs`.",
    requests: {
      state:
        "da el perfil, el reloj, los comportamientos, las fallas, las sesiones, las transacciones, los tokens y las tarjetas",
      wire: "da los últimos 500 intercambios, sin datos secretos",
      events: "envía lo que ocurre cuando ocurre (server-sent events)",
      advance: "adelanta el reloj, en milisegundos; un número negativo lo atrasa",
      sessionEnd: "lo mueve al final de la sesión más nueva",
      batchClose: "lo mueve al próximo cierre de lote",
      realTime: "lo pone en la hora real",
      fault: "activa una falla",
      noFault: "desactiva una falla",
      noFaults: "desactiva todas las fallas",
      switch: "cambia un comportamiento",
      token: "emite un token (bearer) para devoluciones",
      reset: "olvida sesiones, transacciones, tokens e intercambios",
    },
  },
};

const code = (text) => `\`${text}\``;

const schemes = { visa: "Visa", mastercard: "Mastercard", amex: "American Express" };

function cards(language) {
  return table(
    words[language].cardHeads,
    testCards.map((card) => [
      code(formatCardNumber(card.number)),
      schemes[card.scheme],
      code(card.ResponseCode),
      card[language],
    ]),
  );
}

function faults(language) {
  return table(
    words[language].faultHeads,
    Object.entries(faultTable).map(([name, fault]) => [
      code(name),
      code(`!${fault.code}`),
      panelTexts[language][`where_${fault.where}`],
      fault[language],
    ]),
  );
}

function switches(language) {
  return table(
    words[language].switchHeads,
    Object.entries(switchTable).map(([name, { values, live, document, ...meaning }]) => [
      code(name),
      meaning[language],
      values.map(code).join(", "),
      code(live),
      code(document),
    ]),
  );
}

/** The requests of `control.ts`; a test sends each of them. */
const requests = [
  ["GET /control/state", "", "state"],
  ["GET /control/wire", "", "wire"],
  ["GET /control/events", "", "events"],
  ["POST /control/clock", '{"advance":1800000}', "advance"],
  ["POST /control/clock", '{"to":"session-end"}', "sessionEnd"],
  ["POST /control/clock", '{"to":"batch-close"}', "batchClose"],
  ["POST /control/clock", '{"reset":true}', "realTime"],
  ["POST /control/faults", '{"fault":"timeout","times":1,"order":"A-1"}', "fault"],
  ["DELETE /control/faults/timeout", "", "noFault"],
  ["DELETE /control/faults", "", "noFaults"],
  ["POST /control/switches", '{"name":"return-method","value":"get"}', "switch"],
  ["POST /control/tokens", "", "token"],
  ["POST /control/reset", "", "reset"],
];

function control(language) {
  const { controlHeads, requests: meanings } = words[language];
  return table(
    controlHeads,
    requests.map(([request, body, name]) => [code(request), body && code(body), meanings[name]]),
  );
}

function page(language) {
  const say = words[language];
  const up = language === "en" ? "../" : "../../";
  const section = (name, rows) => `## ${say[name]}\n\n${say[`${name}Note`]}\n\n${rows}\n`;
  return `<!-- Written by tools/sandbox-page.mjs from the sources. -->

# ${say.title}

${say.guide}

${section("cards", cards(language))}
${section("rules", table(say.rulesHeads, say.ruleRows))}
${section("faults", faults(language))}
${section("switches", switches(language))}
${section("control", control(language))}
## ${say.program}

${say.programNote}

<!--@include: ${up}.vitepress/reference/out/${language}/sandbox.md-->
`;
}

writePage("reference/sandbox.md", page("en"));
writePage("es/referencia/banco-de-pruebas.md", page("es"));
