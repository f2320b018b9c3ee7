/** The languages of the shop. Default: Spanish. */
export type Language = "es" | "en";

const es = {
  skip: "Saltar al contenido",
  otherLanguage: "English",
  otherLanguageIs: "en",
  nav: "Secciones",
  shelf: "Productos",
  cart: "Carrito",
  orders: "Pedidos",
  footer: "Tienda de demostración de Ventanilla. Nada se vende y nada se cobra de verdad.",
  playground: "Área de pruebas",
  help: "¿Necesita ayuda? Llame al",

  headline: "Lo bueno de la isla, pagado por ventanilla.",
  intro: "Un colmado pequeño: cacao, café, casabe, piedras. Usted escoge aquí; la tarjeta la ve solo el banco.",
  add: "Agregar",
  added: "En el carrito.",
  seeCart: "Ver el carrito",
  taxIncluded: "Precios con ITBIS incluido.",

  cartTitle: "Su carrito",
  cartEmpty: "Su carrito está vacío.",
  toShelf: "Ver productos",
  quantity: "Cantidad",
  less: (name: string) => `Quitar uno de ${name}`,
  more: (name: string) => `Agregar uno de ${name}`,
  subtotal: "Subtotal",
  itbis: "ITBIS 18 %",
  total: "Total",
  contact: "Sus datos",
  email: "Correo electrónico",
  phone: "Celular",
  phoneForm: "De 10 a 15 dígitos, como 809-555-0123",
  contactNote: "El banco los pide para verificar que la tarjeta es suya.",
  toCheckout: "Continuar al pago",
  badContact: "Escriba un correo electrónico y un celular de 10 a 15 dígitos, como 809-555-0123.",

  checkoutTitle: (order: string) => `Pagar el pedido ${order}`,
  payment: "Pago",
  pay: (price: string) => `Pagar ${price}`,
  howToPay: "Cómo pagar",
  atOnce: "De una vez",
  inInstallments: "En cuotas",
  payInInstallments: "Pagar en cuotas",
  installmentsNote: "Las cuotas las escoge en la página del banco y las acuerda con el banco de su tarjeta.",
  cardStays: "Escribirá la tarjeta en la página del banco. Esta tienda nunca la ve.",
  samePage: "Prefiero pagar en esta misma pestaña",
  otherWindow: "Prefiero pagar en otra ventana",
  testCards: "Tarjetas de prueba",
  testCardsNote: "Cualquier vencimiento futuro y cualquier código de seguridad valen.",
  everyOutcome: "Probar cada resultado en el Área de pruebas",
  card: "Tarjeta",
  answer: "Resultado",
  keepShopping: "Seguir comprando",

  receiptTitle: "¡Gracias!",
  receiptPaid: (order: string) => `El pedido ${order} está pagado.`,
  paidStamp: "Pagado",
  receipt: "Recibo",
  date: "Fecha",
  orderNumber: "Pedido",
  authorization: "Autorización",
  reference: "Referencia",
  confirmingTitle: "Registrando su pago",
  confirming: (order: string) =>
    `El banco aprobó el pago del pedido ${order}; lo estamos registrando. No vuelva a pagar. La página se actualiza sola.`,
  unpaidTitle: (order: string) => `El pedido ${order} aún no está pagado`,
  reviewTitle: "Estamos revisando su pago",
  goToPay: "Ir a pagar",
  goOnPaying: "Continuar el pago",

  ordersTitle: "Sus pedidos",
  ordersEmpty: "Aún no ha hecho ningún pedido.",
  ordersLive: "La página se actualiza sola mientras haya un pago en curso.",
  refresh: "Actualizar",
  toStaff: "Ver lo que ve el personal de la tienda",
  states: {
    paid: { name: "Pagado", meaning: () => "El banco aprobó el pago." },
    paidTwice: {
      name: "Pagado dos veces",
      meaning: (email: string) =>
        `El banco hizo dos cargos por este pedido. Le devolveremos uno y le escribiremos a ${email}; no tiene que hacer nada.`,
    },
    review: {
      name: "En revisión",
      meaning: (email: string) =>
        `Puede que ya se le haya cobrado. No vuelva a pagar: lo estamos revisando con el banco y le escribiremos a ${email}.`,
    },
    underway: {
      name: "En proceso",
      meaning: () =>
        "La página del banco está abierta, o el banco aún no responde: entonces puede que ya se le haya cobrado.",
    },
    unpaid: { name: "Sin pagar", meaning: () => "Todavía no hemos recibido el pago de este pedido." },
  },

  notFoundTitle: "No encontramos esta página",
  notFound: "La dirección no existe, o el pedido se hizo desde otro navegador.",
  brokenTitle: "Ocurrió un error en la tienda",
  broken: "Si estaba pagando, revise «Pedidos» antes de pagar de nuevo. Si no, inténtelo otra vez.",
};

type Texts = typeof es;

const en: Texts = {
  skip: "Skip to content",
  otherLanguage: "Español",
  otherLanguageIs: "es",
  nav: "Sections",
  shelf: "Products",
  cart: "Cart",
  orders: "Orders",
  footer: "Ventanilla's demo store. Nothing is sold and nothing is really charged.",
  playground: "Playground",
  help: "Need help? Call",

  headline: "The best of the island, paid on the bank's own page.",
  intro: "A small corner store: cacao, coffee, casabe, stones. You choose here; only the bank sees your card.",
  add: "Add",
  added: "In your cart.",
  seeCart: "See the cart",
  taxIncluded: "Prices include tax (ITBIS).",

  cartTitle: "Your cart",
  cartEmpty: "Your cart is empty.",
  toShelf: "See products",
  quantity: "Quantity",
  less: (name) => `Remove one ${name}`,
  more: (name) => `Add one ${name}`,
  subtotal: "Subtotal",
  itbis: "Tax (ITBIS) 18%",
  total: "Total",
  contact: "Your details",
  email: "Email",
  phone: "Mobile phone",
  phoneForm: "10 to 15 digits, such as 809-555-0123",
  contactNote: "The bank asks for them to check that the card is yours.",
  toCheckout: "Continue to payment",
  badContact: "Enter an email address and a phone number of 10 to 15 digits, such as 809-555-0123.",

  checkoutTitle: (order) => `Pay order ${order}`,
  payment: "Payment",
  pay: (price) => `Pay ${price}`,
  howToPay: "How to pay",
  atOnce: "In full",
  inInstallments: "In installments",
  payInInstallments: "Pay in installments",
  installmentsNote: "You choose the installments on the bank's page and agree on them with your card's bank.",
  cardStays: "You will type your card on the bank's page. This store never sees it.",
  samePage: "I would rather pay in this tab",
  otherWindow: "I would rather pay in another window",
  testCards: "Test cards",
  testCardsNote: "Any future expiry date and any security code will do.",
  everyOutcome: "Try every outcome in the Playground",
  card: "Card",
  answer: "Result",
  keepShopping: "Keep shopping",

  receiptTitle: "Thank you!",
  receiptPaid: (order) => `Order ${order} is paid.`,
  paidStamp: "Paid",
  receipt: "Receipt",
  date: "Date",
  orderNumber: "Order",
  authorization: "Authorization",
  reference: "Reference",
  confirmingTitle: "Recording your payment",
  confirming: (order) =>
    `The bank approved the payment for order ${order}; we are recording it. Please do not pay again. This page updates by itself.`,
  unpaidTitle: (order) => `Order ${order} is not paid yet`,
  reviewTitle: "We are reviewing your payment",
  goToPay: "Go to payment",
  goOnPaying: "Continue the payment",

  ordersTitle: "Your orders",
  ordersEmpty: "You have not placed an order yet.",
  ordersLive: "This page updates by itself while a payment is under way.",
  refresh: "Refresh",
  toStaff: "See what the store's staff sees",
  states: {
    paid: { name: "Paid", meaning: () => "The bank approved the payment." },
    paidTwice: {
      name: "Paid twice",
      meaning: (email) =>
        `The bank charged you twice for this order. We will return one charge and write to ${email}; you do not need to do anything.`,
    },
    review: {
      name: "Under review",
      meaning: (email) =>
        `You may already have been charged. Please do not pay again: we are reviewing it with the bank and will write to ${email}.`,
    },
    underway: {
      name: "In progress",
      meaning: () =>
        "The bank's page is open, or the bank has not answered yet: then you may already have been charged.",
    },
    unpaid: { name: "Not paid", meaning: () => "We have not received payment for this order yet." },
  },

  notFoundTitle: "We cannot find this page",
  notFound: "The address does not exist, or the order was placed from another browser.",
  brokenTitle: "Something went wrong in the store",
  broken: "If you were paying, check “Orders” before you pay again. If not, please try again.",
};

/** The texts of the shop, by language. */
export const texts: Record<Language, Texts> = { es, en };
