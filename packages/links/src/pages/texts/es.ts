/** What the buyers' pages say in the Spanish of the Dominican Republic. */
export const es = {
  call: (number: string) => `Llamar al ${number}`,
  reach: (label: string) => `Comunicarse con el comercio: ${label}`,
  contact: "¿Necesita ayuda? Comuníquese con el comercio:",
  code: "Código",
  tax: (percent: number) => `Incluye ITBIS (${percent}\u00a0%)`,
  until: "Puede pagarlo hasta",
  /** Since when a link stands as it does. The time ends with a point of its own. */
  since: {
    early: (moment: string) => `Se podrá pagar desde el ${moment}`,
    expired: (moment: string) => `Se podía pagar hasta el ${moment}`,
    withdrawn: (moment: string) => `Se retiró el ${moment}`,
    paid: (moment: string) => `Se pagó el ${moment}`,
  },
  yours: { email: "Su correo", mobilePhone: "Su celular" },
  left: (count: number) => (count === 1 ? "Queda 1" : `Quedan ${count}`),
  chosen: "Usted elige el monto",
  bounds: (range: string) => `De ${range}`,
  fields: {
    amount: (range: string) => ({ label: "¿Cuánto va a pagar?", wrong: `Escriba un monto de ${range}.` }),
    email: {
      label: "Su correo electrónico",
      hint: "El banco lo pide para autorizar el pago.",
      wrong: "Escriba su correo electrónico, como ana@ejemplo.com.",
    },
    mobilePhone: {
      label: "Su número de celular",
      hint: "Ej.: 809\u00a0555\u00a00123; si es del extranjero, con + y el código del país.",
      wrong:
        "Escriba todos los dígitos, como 809\u00a0555\u00a00123; si es del extranjero, con + y el código del país.",
    },
  },
  wrong: "Revise sus datos",
  go: "Continuar",
  typeCode: {
    title: "Pague con su código",
    hint: "Los diez números y letras que le dio el comercio, como K7MP4-XQ9TD.",
  },
  lost: "Su navegador no guardó sus datos. Permita las cookies de esta página, o abra el enlace en otro navegador.",
  pay: (sum: string) => `Pagar ${sum}`,
  atBank: "Pagará en la página segura del banco. El comercio no ve los datos de su tarjeta.",
  change: "Cambiar mis datos",
  preview: (store: string) => `Pague con tarjeta a ${store}.`,
  states: {
    unknown: {
      title: "No encontramos este código",
      message: "Revise que el código esté completo, o pida el enlace otra vez al comercio.",
    },
    noReceipt: {
      title: "Todavía no hay recibo",
      message: "Cuando se confirme el pago, el recibo estará aquí. Si ya pagó, no pague otra vez.",
    },
    early: { title: "Todavía no se puede pagar", message: "Guarde el enlace y ábralo de nuevo entonces." },
    expired: { title: "El plazo para pagar terminó", message: "Pida un enlace nuevo al comercio." },
    withdrawn: {
      title: "El comercio retiró este enlace",
      message: "Ya no se puede pagar. Si cree que es un error, pregunte a quien se lo envió.",
    },
    soldOut: { title: "Ya se agotó", message: "Pregunte al comercio si habrá más." },
    paid: {
      title: "Este enlace ya está pagado",
      message: "No hace falta pagar de nuevo. Si pagó usted y necesita el recibo, pídalo al comercio.",
    },
    paidHere: { title: "Pago aprobado", message: "Gracias. El banco confirmó su pago." },
    busy: {
      title: "Alguien está pagando este enlace ahora",
      message:
        "No se cobra dos veces. Si es usted, en otra ventana o aplicación, termine allí o continúe aquí. Si no es usted, espere unos minutos.",
    },
    held: {
      title: "Lo que queda se está pagando ahora",
      message: "Si alguien no termina su pago, queda disponible otra vez. Inténtelo de nuevo en unos minutos.",
    },
    review: {
      title: "Estamos revisando un pago",
      message:
        "Puede que ya se le haya cobrado. No vuelva a pagar: el comercio lo revisará con el banco y le informará.",
    },
    reviewOfOther: {
      title: "Hay un pago en revisión",
      message: "No pague: el comercio está revisando con el banco un pago de este enlace.",
    },
    tooMany: { title: "Espere unos minutos", message: "Hubo muchos intentos seguidos. Inténtelo de nuevo más tarde." },
    otherSite: { title: "Continúe desde esta página", message: "Por seguridad, sus datos se envían solo desde aquí." },
    failed: {
      title: "Un momento, por favor",
      message:
        "Ahora mismo no podemos mostrar este enlace. En esta página no se le hizo ningún cargo. Inténtelo de nuevo en unos minutos.",
    },
  },
  arriving: "Su recibo aparece aquí en un momento.",
  underWay: "Si ya está pagando en la página del banco, ese pago cuenta.",
  receipt: "Ver el recibo",
  again: "Hacer otro pago",
  mine: "Continuar aquí",
  retry: "Intentar de nuevo",
  update: "Actualizar",
};
