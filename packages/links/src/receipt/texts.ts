import type { Language } from "../language.ts";

const es = {
  title: "Recibo de pago",
  subject: (shop: string, what: string) => `Su recibo de ${shop}: ${what}`,
  orderNamed: (order: string) => `pedido ${order}`,
  paid: "Pagado",
  returned: "Devuelto",
  returnedInPart: "Devuelto en parte",
  net: "Subtotal",
  tax: (percent: number | undefined) => (percent ? `ITBIS (${percent}\u00a0%)` : "ITBIS"),
  total: "Total",
  charged: "Cobrado",
  date: "Fecha",
  card: "Tarjeta",
  authorization: "Autorización",
  reference: "Referencia",
  order: "Pedido",
  code: "Código",
  givenBack: (sum: string, day: string) =>
    `El comercio le devolvió ${sum} el ${day}. Su banco puede tardar unos días en mostrarlo.`,
  further: (charge: string, day: string, givenBack: string | false) =>
    givenBack
      ? `El cobro adicional de ${charge} del ${day} se le devolvió el ${givenBack}.`
      : `Este pedido tiene otro cobro de ${charge} del ${day}. El comercio lo está revisando.`,
  installments: "Si eligió cuotas, el plan es entre usted y el banco de su tarjeta: lo verá en su estado de cuenta.",
  noTaxReceipt:
    "Este recibo confirma su pago con tarjeta. No es un comprobante fiscal: si necesita uno, pídalo al comercio.",
  questions: "¿Preguntas?",
  print: "Imprimir",
};

const en: typeof es = {
  title: "Payment receipt",
  subject: (shop, what) => `Your receipt from ${shop}: ${what}`,
  orderNamed: (order) => `order ${order}`,
  paid: "Paid",
  returned: "Given back",
  returnedInPart: "Given back in part",
  net: "Subtotal",
  tax: (percent) => (percent ? `Tax (ITBIS, ${percent}%)` : "Tax (ITBIS)"),
  total: "Total",
  charged: "Charged",
  date: "Date",
  card: "Card",
  authorization: "Authorization",
  reference: "Reference",
  order: "Order",
  code: "Code",
  givenBack: (sum, day) => `The store gave ${sum} back to you on ${day}. Your bank may take some days to show it.`,
  further: (charge, day, givenBack) =>
    givenBack
      ? `The additional charge of ${charge} on ${day} was given back to you on ${givenBack}.`
      : `This order has another charge of ${charge} on ${day}. The store is reviewing it.`,
  installments: "If you chose installments, the plan is between you and your card's bank: your statement shows it.",
  noTaxReceipt:
    "This receipt confirms your card payment. It is not a tax receipt (comprobante fiscal): if you need one, ask the store.",
  questions: "Questions?",
  print: "Print",
};

export const receiptTexts: Record<Language, typeof es> = { es, en };
