import type { Money } from "@ventanilla/client";
import type { Length } from "../business/periods.ts";
import type { Split } from "../business/shown.ts";
import type { CounterLanguage } from "./texts.ts";

const es = {
  title: "Negocio",
  toAll: "Volver a Negocio",
  /** Which periods are shown. */
  last: { day: "14 días", week: "12 semanas", month: "12 meses" } satisfies Record<Length, string>,
  /** @param days the days that are shown */
  none: (days: string) => `No hay pagos en este tiempo: ${days}.`,
  in: { DOP: "Pesos", USD: "Dólares" } satisfies Record<Money["currency"], string>,
  taken: "Cobrado",
  back: "Devuelto",
  net: "Neto",
  /** All periods, or all parts. */
  whole: "Total",
  /** As many periods before those of the page. */
  before: {
    day: (n: number) => (n === 1 ? "el día anterior" : `los ${n} días anteriores`),
    week: (n: number) => `las ${n} semanas anteriores`,
    month: () => "el mes anterior",
  } as Record<Length, (n: number) => string>,
  /** @param change of the net sum: `20%` */
  than: (change: string, isMore: boolean, before: string) =>
    `Neto: ${change} ${isMore ? "más" : "menos"} que ${before}`,
  /** In the chart: what was charged, without as much as went back. */
  kept: "Cobrado y no devuelto",
  open: "Abierto",
  columns: { taken: "Cobrado", back: "Devuelto", net: "Neto", payments: "Pagos", approved: "Aprobación" },
  /** After the approval: how many the bank has answered. */
  ofAnswered: (n: number) => `de\u00a0${n}`,
  /** On a phone, after a number: what there are so many of. */
  units: {
    payments: (n: number): string => (n === 1 ? "pago" : "pagos"),
    approved: (n: number): string => (n === 1 ? "aprobado" : "aprobados"),
  },
  period: { day: "Día", week: "Semana", month: "Mes" } satisfies Record<Length, string>,
  /** What the table is, for whoever does not see it. */
  table: {
    day: "Días, el último primero",
    week: "Semanas, la última primero",
    month: "Meses, el último primero",
  } satisfies Record<Length, string>,
  /** In one row for many in which nobody paid, tried to, or got money back. */
  noneIn: {
    day: (n: number) => `${n} días sin ventas`,
    week: (n: number) => `${n} semanas sin ventas`,
    month: (n: number) => `${n} meses sin ventas`,
    hour: (n: number) => `${n} horas sin ventas`,
  } satisfies Record<Length | "hour", (n: number) => string>,
  /** The parts that they are split into: the first column, what the table is, and what is in no part. */
  part: {
    scheme: { column: "Tarjeta", about: "Por marca de tarjeta", none: "Sin tarjeta" },
    hour: { column: "Hora", about: "Por hora del día", none: "" },
    branch: { column: "Sucursal", about: "Por sucursal", none: "Sin sucursal" },
    product: { column: "Producto", about: "Por producto", none: "Sin producto" },
  } satisfies Record<Split, Record<"column" | "about" | "none", string>>,
  share: "Parte de lo cobrado",
  /** The head of a column that has names, each with its share below it. */
  withShare: (column: string) => `${column} y parte de lo cobrado`,
  /** All products that have no line of their own. */
  others: "Otros productos",
  how: "Cómo se cuenta",
  /** @param close when batches close */
  batches: (close: string) =>
    `Un día es un lote: va de un cierre al siguiente (${close}), y lleva la fecha en que cierra. Una semana suma los lotes que cierran de lunes a domingo; un mes, los que cierran en él.`,
  counted:
    "Cobrado es todo lo aprobado. Devuelto es lo que se devolvió en esos días, aunque el pago sea de antes. Aprobación es qué parte de los pagos que el banco contestó aprobó; no se calcula donde hay preautorizaciones. Sus enlaces llevan a los rechazados.",
  products:
    "El producto es lo que la tienda escribe en cada pedido. Cada lote (en 12 meses, cada diez días) suma por su nombre los 50 productos en los que más se cobró, y los demás como «Otros productos». Aquí están los 20 mayores; el archivo trae más. «Otros productos» no lleva a una lista: cuáles son cambia con cada lote.",
  csv: {
    place: ["Desde", "Hasta", "Moneda"],
    sums: ["Cobrado", "Devuelto", "Neto", "Pagos", "Pagos en parte, sin sumar", "Devoluciones", "Rechazados"],
  },
};

/** What the page of the business says. */
export type BusinessTexts = typeof es;

const en: BusinessTexts = {
  title: "Business",
  toAll: "Back to Business",
  last: { day: "14 days", week: "12 weeks", month: "12 months" },
  none: (days) => `There are no payments in this time: ${days}.`,
  in: { DOP: "Pesos", USD: "Dollars" },
  taken: "Charged",
  back: "Given back",
  net: "Net",
  whole: "Total",
  before: {
    day: (n) => (n === 1 ? "the day before" : `the ${n} days before`),
    week: (n) => `the ${n} weeks before`,
    month: () => "the month before",
  },
  than: (change, isMore, before) => `Net: ${change} ${isMore ? "more" : "less"} than ${before}`,
  kept: "Charged and not given back",
  open: "Open",
  columns: { taken: "Charged", back: "Given back", net: "Net", payments: "Payments", approved: "Approval" },
  ofAnswered: (n) => `of\u00a0${n}`,
  units: { payments: (n) => (n === 1 ? "payment" : "payments"), approved: () => "approved" },
  period: { day: "Day", week: "Week", month: "Month" },
  table: { day: "Days, the latest first", week: "Weeks, the latest first", month: "Months, the latest first" },
  noneIn: {
    day: (n) => `${n} days without sales`,
    week: (n) => `${n} weeks without sales`,
    month: (n) => `${n} months without sales`,
    hour: (n) => `${n} hours without sales`,
  },
  part: {
    scheme: { column: "Card", about: "By scheme of the card", none: "No card" },
    hour: { column: "Hour", about: "By hour of the day", none: "" },
    branch: { column: "Branch", about: "By branch", none: "No branch" },
    product: { column: "Product", about: "By product", none: "No product" },
  },
  share: "Share of what was charged",
  withShare: (column) => `${column} and share of what was charged`,
  others: "Other products",
  how: "How it is counted",
  batches: (close) =>
    `A day is a batch: from one close to the next (${close}), with the date on which it closes. A week adds up the batches that close from Monday to Sunday; a month, those that close in it.`,
  counted:
    "Charged is all that was approved. Given back is what went back in these days, even if the payment is older. Approval is which part of the payments that the bank answered it approved; it is not computed where there are pre-authorizations. Its links lead to those that were declined.",
  products:
    "The product is what the store writes in each order. Each batch (in 12 months, each ten days) adds up by name the 50 products that most was charged for, and the rest as “Other products”. Here are the 20 largest; the file has more. “Other products” leads to no list: which they are changes with each batch.",
  csv: {
    place: ["From", "Until", "Currency"],
    sums: ["Charged", "Given back", "Net", "Payments", "Partial, not added up", "Returns", "Declined"],
  },
};

/** By language. */
export const businessTexts: Record<CounterLanguage, BusinessTexts> = { es, en };
