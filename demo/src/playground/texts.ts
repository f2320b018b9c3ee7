import type { Language } from "../texts.ts";
import type { Scenario } from "./scenarios.ts";

const es = {
  title: "Banco de pruebas",
  intro: "Cambie lo que quiera. El botón es el de verdad; el banco, el de mentira.",
  stage: "Así queda",
  order: "Pedido",
  newOrder: "Otro pedido",
  atBank: "En el banco pague con",
  anyDate: "Vence 11/29, código 123.",
  pressCancel: "En el banco, pulse Cancelar.",
  noBank: "El banco no contesta: en unos 10 segundos la ventana lo dice.",
  copy: "Copiar",
  copied: "Copiado",
  send: "Enviar el formulario",
  sendNote: "Con required, el navegador no lo envía antes del pago.",
  log: "Lo que dice",
  logEmpty: "Aquí aparecen los eventos, con lo que llevan dentro.",
  clear: "Vaciar",

  scenario: "Cómo termina",
  scenarios: {
    approved: ["Aprobado", "pay-approved"],
    noFunds: ["Sin fondos", "Código 51"],
    wrongCode: ["Código errado", "Código 99"],
    threeDs: ["3-D Secure falla", "Resultado TF"],
    cancelled: ["Cancelado", "El comprador se va"],
    review: ["En revisión", "Aprobación parcial"],
    slow: ["Tarda", "Tres segundos"],
    late: ["Tarda mucho", "Un minuto después"],
    noReturn: ["No regresa", "Se queda en el banco"],
    noOpener: ["Ventana desvinculada", "COOP en el banco"],
    unframed: ["Marco negado", "Con mode modal"],
    unreachable: ["Banco caído", "Nadie contesta"],
  } as Record<Scenario["id"], readonly [string, string]>,
  panel: "Otras fallas, tarjetas y el reloj: el panel del banco",

  answer: "El servidor",
  installments: "El banco ofrece primero las cuotas. La tienda cobra el total en una sola transacción.",
  firstInstallments: "En el banco, escoja primero cómo pagar.",
  captureLater: "El banco aparta el monto sin cobrarlo. La tienda lo cobra después, con payments.capture().",
  thenCapture: "Después de la aprobación, el servidor lo cobra:",
  captureAll: "Cobrar todo",
  captureHalf: "Cobrar la mitad",

  mode: "Dónde se abre",
  modes: {
    auto: "Una ventana; donde no las hay, esta página.",
    popup: "Una ventana junto a la página.",
    redirect: "Esta misma página, ida y vuelta.",
    modal: "Un diálogo, si el banco se deja enmarcar.",
  },
  framing: "El banco se deja enmarcar",

  attributes: "Atributos",
  localePage: "la página",
  properties: "Propiedades (JSON)",
  badJson: "No es un objeto JSON.",

  theme: "Aspecto",
  presets: "Temas",
  presetDefault: "De fábrica",
  background: "Fondo",
  backgroundPage: "página",
  backgroundLight: "claro",
  backgroundDark: "oscuro",
  fontPage: "La de la página",

  methods: "Métodos",
  code: "Código",
  link: "Copiar el enlace a esta prueba",
};

type Texts = typeof es;

const en: Texts = {
  title: "Playground",
  intro: "Change anything. The button is the real one; the bank is the pretend one.",
  stage: "How it looks",
  order: "Order",
  newOrder: "New order",
  atBank: "At the bank, pay with",
  anyDate: "Expires 11/29, code 123.",
  pressCancel: "At the bank, press Cancel.",
  noBank: "The bank does not answer: the window says so after some 10 seconds.",
  copy: "Copy",
  copied: "Copied",
  send: "Send the form",
  sendNote: "With required, the browser does not send it before the payment.",
  log: "What it says",
  logEmpty: "Events appear here, with what they carry.",
  clear: "Clear",

  scenario: "How it ends",
  scenarios: {
    approved: ["Approved", "pay-approved"],
    noFunds: ["No funds", "Code 51"],
    wrongCode: ["Wrong code", "Code 99"],
    threeDs: ["3-D Secure fails", "Result TF"],
    cancelled: ["Cancelled", "The buyer leaves"],
    review: ["Under review", "Partial approval"],
    slow: ["It takes long", "Three seconds"],
    late: ["Very long", "A minute later"],
    noReturn: ["No return", "Stays at the bank"],
    noOpener: ["Separate window", "COOP at the bank"],
    unframed: ["Frame refused", "With mode modal"],
    unreachable: ["Bank is down", "Nobody answers"],
  },
  panel: "More faults, cards and the clock: the bank's panel",

  answer: "The server",
  installments: "The bank offers installments first. The shop is paid the total in one transaction.",
  firstInstallments: "At the bank, choose how to pay first.",
  captureLater: "The bank holds the amount without charging it. The shop charges it later, with payments.capture().",
  thenCapture: "After the approval, the server captures it:",
  captureAll: "Capture all",
  captureHalf: "Capture half",

  mode: "Where it opens",
  modes: {
    auto: "A window; this page where there are none.",
    popup: "A window beside the page.",
    redirect: "This very page, there and back.",
    modal: "A dialog, if the bank lets itself be framed.",
  },
  framing: "The bank lets itself be framed",

  attributes: "Attributes",
  localePage: "the page's",
  properties: "Properties (JSON)",
  badJson: "Not a JSON object.",

  theme: "Looks",
  presets: "Themes",
  presetDefault: "Built in",
  background: "Background",
  backgroundPage: "page",
  backgroundLight: "light",
  backgroundDark: "dark",
  fontPage: "The page's",

  methods: "Methods",
  code: "Code",
  link: "Copy a link to this trial",
};

/** The texts of the playground, by language. */
export const playgroundTexts: Record<Language, Texts> = { es, en };
