import type { CounterLanguage } from "./texts.ts";

const es = {
  title: "Pagos",
  fields: {
    state: "Estado",
    from: "Desde",
    until: "Hasta",
    amount: "Monto",
    currency: "Moneda",
    order: "Pedido",
    reference: "Número de referencia",
    authorization: "Número de autorización",
    email: "Correo electrónico",
    digits: "Últimos cuatro dígitos",
  },
  /** How a day is written. */
  day: "día/mes/año",
  /** Every state, and every currency. */
  all: { states: "Todos", currencies: "Todas" },
  /** The group `approved`, which includes authorizations. */
  approved: "Aprobado o preautorizado",
  /** What is approved and not only held. */
  charged: "Aprobado",
  /** The group `waiting`, which includes buyers at the bank's page. */
  waiting: "En la página del banco o en verificación",
  /** Follows the part that the bank approved. */
  ofAmount: (asked: string) => `de ${asked}`,
  /** In place of a part that nobody has named, before what was asked. */
  unnamed: "Por confirmar",
  partOf: (asked: string) => `parte de ${asked}`,
  /** What of it went back. */
  givenBack: (amount: string) => `devuelto: ${amount}`,
  /** What of it may have gone back. */
  inDoubt: (amount: string) => `sin\u00a0confirmar: ${amount}`,
  /** An hour of many days. */
  eachDay: (from: string, until: string) => `Cada día de ${from} a ${until}`,
  /** Filters that somebody has given a name. */
  kept: {
    title: "Guardados",
    name: "Guardar este filtro como",
    save: "Guardar",
    note: "Queda en este navegador, para quien lo use.",
    remove: (name: string) => `Borrar «${name}» de los guardados`,
  },
  show: "Buscar",
  /** What opens the filter, followed by what is chosen. */
  filters: "Filtros",
  clear: "Quitar filtros",
  columns: {
    time: "Hora",
    order: "Pedido",
    amount: "Monto",
    state: "Estado",
    reason: "Razón",
    beside: "Tarjeta",
  },
  /** A further attempt of the order above it. */
  again: "otro intento",
  /** More than are counted. */
  foundMore: (n: number) => `Más de ${n} pagos. Para ver la suma, acorte las fechas.`,
  /** Beside the title, where there are more. */
  latest: (n: number) => `los ${n} más recientes`,
  download: "Descargar",
  none: "Todavía no hay pagos.",
  noneFound: "Ningún pago coincide.",
  older: "Más antiguos",
  newest: "Los más recientes",
  errors: {
    choice: "Ese estado o esa moneda no existe. Elija de la lista.",
    amount: "Escriba el monto como 1,234.00.",
    digits: "Escriba los últimos cuatro dígitos de la tarjeta, y nada más.",
    date: "La fecha no se entiende. Escríbala como 20/11/2026.",
    span: "Este día es anterior al primero.",
    after: "Esa página de la lista no existe. Empiece por los más recientes.",
    batches: "Esos lotes no existen.",
    text: "Lo que escribió es demasiado largo.",
  },
};

/** What the list of all payments says. */
export type ListTexts = typeof es;

const en: ListTexts = {
  title: "Payments",
  fields: {
    state: "State",
    from: "From",
    until: "Until",
    amount: "Amount",
    currency: "Currency",
    order: "Order",
    reference: "Reference number",
    authorization: "Authorization code",
    email: "Email",
    digits: "Last four digits",
  },
  day: "day/month/year",
  all: { states: "All", currencies: "All" },
  approved: "Approved or pre-authorized",
  charged: "Approved",
  waiting: "At the bank's page, or being checked",
  ofAmount: (asked) => `of ${asked}`,
  unnamed: "To be confirmed",
  partOf: (asked) => `part of ${asked}`,
  givenBack: (amount) => `given back: ${amount}`,
  inDoubt: (amount) => `unconfirmed: ${amount}`,
  eachDay: (from, until) => `Each day from ${from} to ${until}`,
  kept: {
    title: "Saved",
    name: "Save this filter as",
    save: "Save",
    note: "It stays in this browser, for whoever uses it.",
    remove: (name) => `Delete “${name}” from the saved filters`,
  },
  show: "Search",
  filters: "Filters",
  clear: "Clear filters",
  columns: {
    time: "Time",
    order: "Order",
    amount: "Amount",
    state: "State",
    reason: "Reason",
    beside: "Card",
  },
  again: "another attempt",
  foundMore: (n) => `More than ${n} payments. To see the sum, narrow the dates.`,
  latest: (n) => `the latest ${n}`,
  download: "Download",
  none: "There are no payments yet.",
  noneFound: "No payment matches.",
  older: "Older",
  newest: "The newest",
  errors: {
    choice: "That state or currency does not exist. Choose from the list.",
    amount: "Write the amount as 1,234.00.",
    digits: "Write the last four digits of the card, and nothing else.",
    date: "The date cannot be read. Write it as 20/11/2026, with the day first.",
    span: "This day is before the first one.",
    after: "That page of the list does not exist. Begin with the newest.",
    batches: "Those batches do not exist.",
    text: "What you wrote is too long.",
  },
};

/** By language. */
export const listTexts: Record<CounterLanguage, ListTexts> = { es, en };
