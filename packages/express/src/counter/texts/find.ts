import type { CounterLanguage } from "./texts.ts";

const es = {
  /** The name of the box, and of its button. */
  label: "Buscar un pago",
  placeholder: "Pedido, monto…",
  title: "Buscar",
  /** Above what a text of several meanings finds. */
  titleOf: (text: string) => `Pagos con «${text}»`,
  /** As what a text was understood. */
  meaning: (field: string, value: string) => `${field}: ${value}`,
  /** What a search finds: more than are shown. */
  more: (n: number) => `Más de ${n} pagos, los más recientes`,
  /** Above what a search finds: the same in the list. */
  inList: "Abrir en la lista",
  /** Below what a search finds. */
  how: "Qué se puede buscar, con ejemplos",
  /** Above the close of a day that was searched for. */
  close: (day: string) => `Cierre del ${day}`,
  none: (text: string) => `No hay ningún pago con «${text}».`,
  /** Follows that there is none: as what it was searched for. */
  looked: (names: string) => `Se buscó como ${names}.`,
  /** Follows where it was searched for as an order: a part of one finds nothing. */
  wholeOrder: "Escriba el pedido completo.",
  /** The way on from there. */
  all: "Ver todos los pagos",
  /** What can be searched for, and how it is written. */
  samples: [
    ["El número del pedido", "A-1001"],
    ["La referencia del banco, con ceros o sin ellos", "632512004711"],
    ["El número de autorización", "48A912"],
    ["Los últimos cuatro dígitos de la tarjeta", "0050"],
    ["El monto, en pesos o dólares", "1,234.50 · RD$ 1,234 · US$ 20"],
    ["Un día: lleva a su cierre", "20/11/2026"],
  ],
  /** One more, where the shop keeps emails. */
  emailSample: ["El correo electrónico del comprador", "ana@example.com"],
  /** What keys do, where scripts run. */
  keys: {
    title: "Teclas",
    all: [
      ["/", "Buscar un pago"],
      ["j k", "El pago siguiente, el anterior"],
      ["Enter", "Abrir el pago"],
      ["?", "Esta lista"],
    ],
    use: "Usar las teclas en este navegador",
    note: "Mientras usted escribe en un campo no hacen nada. Apáguelas si maneja la computadora con la voz.",
  },
  card: "Eso parece un número de tarjeta completo.",
  lastFour: "Escriba solo los últimos cuatro dígitos.",
};

/** What the search box and its page say. */
export type FindTexts = typeof es;

const en: FindTexts = {
  label: "Find a payment",
  placeholder: "Order, amount…",
  title: "Find",
  titleOf: (text) => `Payments with “${text}”`,
  meaning: (field, value) => `${field}: ${value}`,
  more: (n) => `More than ${n} payments, the latest`,
  inList: "Open in the list",
  how: "What can be found, with examples",
  close: (day) => `Close of ${day}`,
  none: (text) => `There is no payment with “${text}”.`,
  looked: (names) => `It was looked for as ${names}.`,
  wholeOrder: "Write the whole order.",
  all: "See all payments",
  samples: [
    ["The number of the order", "A-1001"],
    ["The bank's reference, with or without its zeros", "632512004711"],
    ["The authorization code", "48A912"],
    ["The last four digits of the card", "0050"],
    ["The amount, in pesos or dollars", "1,234.50 · RD$ 1,234 · US$ 20"],
    ["A day, which leads to its close", "20/11/2026"],
  ],
  emailSample: ["The buyer's email", "ana@example.com"],
  keys: {
    title: "Keys",
    all: [
      ["/", "Find a payment"],
      ["j k", "The next payment, the one before"],
      ["Enter", "Open the payment"],
      ["?", "This list"],
    ],
    use: "Use the keys in this browser",
    note: "They do nothing while you write in a field. Switch them off if you control the computer by voice.",
  },
  card: "That looks like a whole card number.",
  lastFour: "Write only its last four digits.",
};

/** By language. */
export const findTexts: Record<CounterLanguage, FindTexts> = { es, en };
