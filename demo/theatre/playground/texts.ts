import type { Language } from "../../src/texts.ts";
import type { Scenario } from "./scenarios.ts";

const es = {
  title: "Área de pruebas",
  intro: "Cambie lo que quiera. El botón es el real; el banco es de prueba y no cobra.",
  stage: "Así queda",
  order: "Pedido",
  newOrder: "Otro pedido",
  atBank: "En el banco pague con",
  anyDate: "Vence 11/29, CVV 123.",
  pressCancel: "En el banco, pulse Cancelar.",
  blankFrame:
    "El diálogo queda en blanco, porque este banco no se deja mostrar en un iframe. Pulse «¿No la ve? Ábrala en otra ventana».",
  noBank: "El banco corta cada conexión: en unos segundos la ventana lo dice.",
  copy: "Copiar",
  copied: "Copiado",
  send: "Enviar el formulario",
  sendNote: "Con required, el navegador no envía el formulario hasta que el pago se apruebe.",
  log: "Eventos",
  logEmpty: "Aquí aparece la línea de tiempo de cada pago: cuándo ocurrió cada evento y los datos que lleva.",
  clear: "Vaciar",
  run: "Intento",

  scenario: "Resultado del pago",
  scenarios: {
    approved: ["Aprobado", "El banco lo aprueba"],
    noFunds: ["Fondos insuficientes", "Código 51"],
    wrongCode: ["CVV incorrecto", "Código 99"],
    threeDs: ["3-D Secure falla", "Resultado TF"],
    cancelled: ["Cancelado", "El comprador se va"],
    review: ["En revisión", "Aprobado en parte"],
    slow: ["Lento", "Responde en 3 segundos"],
    late: ["Resultado tardío", "Un minuto después"],
    noReturn: ["No regresa", "Se queda en el banco"],
    noOpener: ["Ventana sin enlace", "COOP en el banco"],
    unframed: ["iframe bloqueado", "Pone mode=modal"],
    unreachable: ["Banco caído", "Corta cada conexión"],
  } as Record<Scenario["id"], readonly [string, string]>,
  panel: "Otras fallas, tarjetas y el reloj: el panel del banco",

  answer: "El servidor",
  installments: "El banco ofrece primero las cuotas. El comercio cobra el total en una sola transacción.",
  firstInstallments: "En el banco, escoja primero cómo pagar.",
  captureLater: "El banco retiene el monto sin cobrarlo. El comercio lo cobra después, con payments.capture().",
  thenCapture: "Después de la aprobación, el servidor lo cobra:",
  captureAll: "Cobrar todo",
  captureHalf: "Cobrar la mitad",

  source: "Origen del pedido",
  sources: { id: "ya existe", slow: "función lenta", failing: "falla", never: "sin respuesta" },
  sourceId: "El elemento recibe el número de un pedido que ya existe.",
  sourceMade:
    "Al pulsar se abre la ventana y corre la función que crea el pedido: la ventana espera, 30 segundos a lo sumo.",

  mode: "Dónde se abre",
  modes: {
    auto: "Una ventana; donde no las hay, esta página.",
    popup: "Una ventana junto a la página.",
    redirect: "Esta misma página, ida y vuelta.",
    modal:
      "Un diálogo con la página del banco en un iframe. Si el banco no lo permite, queda en blanco y ofrece otra ventana.",
  },
  scrim: "No cubre la página mientras la ventana del banco está abierta.",
  framing: "El banco permite mostrarse en un iframe",

  attributes: "Atributos",
  localePage: "la página",
  properties: "Propiedades (JSON)",
  badJson: "No es un objeto JSON.",

  theme: "Aspecto",
  presets: "Temas",
  presetDefault: "Por defecto",
  background: "Fondo",
  backgroundPage: "página",
  backgroundLight: "claro",
  backgroundDark: "oscuro",
  fontPage: "La de la página",

  methods: "Métodos",
  code: "Código",
  link: "Copiar el enlace",
};

type Texts = typeof es;

const en: Texts = {
  title: "Playground",
  intro: "Change anything. The button is real; the bank is a test bank and charges nobody.",
  stage: "How it looks",
  order: "Order",
  newOrder: "New order",
  atBank: "At the bank, pay with",
  anyDate: "Expires 11/29, CVV 123.",
  pressCancel: "At the bank, press Cancel.",
  blankFrame:
    "The dialog stays blank, because this bank refuses to be shown in an iframe. Press “Can't see it? Open it in a new window”.",
  noBank: "The bank cuts every connection: the window says so after a few seconds.",
  copy: "Copy",
  copied: "Copied",
  send: "Send the form",
  sendNote: "With required, the browser does not send the form until the payment is approved.",
  log: "Events",
  logEmpty: "The time line of each payment appears here: when each event happened, and the data that it carries.",
  clear: "Clear",
  run: "Attempt",

  scenario: "Payment result",
  scenarios: {
    approved: ["Approved", "The bank approves it"],
    noFunds: ["Insufficient funds", "Code 51"],
    wrongCode: ["Wrong CVV", "Code 99"],
    threeDs: ["3-D Secure fails", "Result TF"],
    cancelled: ["Canceled", "The buyer leaves"],
    review: ["Under review", "Approved in part"],
    slow: ["Slow", "Answers in 3 seconds"],
    late: ["Late result", "A minute later"],
    noReturn: ["No return", "Stays at the bank"],
    noOpener: ["Window link cut", "COOP at the bank"],
    unframed: ["iframe blocked", "Sets mode=modal"],
    unreachable: ["Bank is down", "Cuts every connection"],
  },
  panel: "More faults, cards and the clock: the bank's panel",

  answer: "The server",
  installments: "The bank offers installments first. The store is paid the total in one transaction.",
  firstInstallments: "At the bank, choose how to pay first.",
  captureLater: "The bank holds the amount without charging it. The store charges it later, with payments.capture().",
  thenCapture: "After the approval, the server captures it:",
  captureAll: "Capture all",
  captureHalf: "Capture half",

  source: "Order source",
  sources: { id: "exists already", slow: "slow function", failing: "fails", never: "no answer" },
  sourceId: "The element gets the number of an order that exists already.",
  sourceMade:
    "A press opens the window and runs the function that makes the order: the window waits, 30 seconds at most.",

  mode: "Where it opens",
  modes: {
    auto: "A window; this page where there are none.",
    popup: "A window beside the page.",
    redirect: "This very page, there and back.",
    modal:
      "A dialog with the bank's page in an iframe. If the bank does not allow that, it stays blank and offers a new window.",
  },
  scrim: "Leaves the page uncovered while the bank's window is open.",
  framing: "The bank allows its page in an iframe",

  attributes: "Attributes",
  localePage: "the page's",
  properties: "Properties (JSON)",
  badJson: "Not a JSON object.",

  theme: "Looks",
  presets: "Themes",
  presetDefault: "Default",
  background: "Background",
  backgroundPage: "page",
  backgroundLight: "light",
  backgroundDark: "dark",
  fontPage: "The page's",

  methods: "Methods",
  code: "Code",
  link: "Copy the link",
};

/** The texts of the playground, by language. */
export const playgroundTexts: Record<Language, Texts> = { es, en };
