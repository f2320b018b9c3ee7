import { drawing, lines, width } from "./drawing.mjs";

const lanes = { buyer: 46, page: 135, router: 225, bank: 314 };
const laneWidth = 84;
const top = 56;

// Who tells whom what; a step without a number belongs to the one before it.
const steps = [
  { n: 1, from: "buyer", to: "page", en: ["clicks the button"], es: ["pulsa el botón"] },
  { n: 2, from: "page", to: "router", en: ["sends the order’s id, no price"], es: ["envía el pedido, sin precio"] },
  {
    n: 3,
    from: "router",
    to: "bank",
    en: ["creates a session,", "at the price of order()"],
    es: ["crea una sesión,", "con el precio de order()"],
  },
  { from: "bank", to: "router", answer: true, en: ["the session and its key"], es: ["la sesión y su llave"] },
  {
    n: 4,
    from: "router",
    to: "buyer",
    en: ["sends the browser to the bank’s page"],
    es: ["lleva el navegador a la página del banco"],
  },
  {
    n: 5,
    from: "buyer",
    to: "bank",
    en: ["types the card on the bank’s page"],
    es: ["escribe la tarjeta en la página del banco"],
  },
  {
    n: 6,
    from: "buyer",
    to: "router",
    en: ["comes back: nothing in it is trusted"],
    es: ["vuelve: el router no le cree nada"],
  },
  {
    n: 7,
    from: "router",
    to: "bank",
    en: ["asks for the result,", "with the key"],
    es: ["pregunta el resultado,", "con la llave"],
  },
  { from: "bank", to: "router", answer: true, en: ["approved"], es: ["aprobado"] },
  {
    note: true,
    en: ["If the buyer never comes back, the router", "asks all the same, for 30 minutes."],
    es: ["Si el comprador nunca vuelve, el router", "pregunta igual, durante 30 minutos."],
  },
  { n: 8, at: "router", en: ["onPaid runs, once"], es: ["corre onPaid, una vez"] },
  { n: 9, from: "page", to: "router", en: ["asks how it ended"], es: ["pregunta cómo terminó"] },
  { from: "router", to: "page", answer: true, en: ["approved"], es: ["aprobado"] },
];

const actors = {
  en: { buyer: "Buyer", page: "Your page", router: "Router", bank: "Bank" },
  es: { buyer: "Comprador", page: "Su página", router: "Router", bank: "Banco" },
};

const badge = (x, y, n) => [
  `<circle class="number" cx="${x}" cy="${y}" r="9"/>`,
  `<text class="on-accent" x="${x}" y="${y + 4.5}" text-anchor="middle">${n}</text>`,
];

/** A text's middle, moved so that the text stays within the drawing. */
function middle(x, texts) {
  const half = Math.max(...texts.map(({ length }) => length)) * 3.4;
  return Math.min(Math.max(x, 8 + half), width - 8 - half);
}

function flowStep(step, language, y) {
  const words = step[language];
  const under = y + 16 * words.length;
  if (step.note) {
    const box = `<rect class="calm" x="24" y="${y + 2}" width="${width - 48}" height="${16 * words.length + 14}" rx="8"/>`;
    return { end: under + 28, parts: [box, ...lines(words, { x: width / 2, y: y + 21, className: "" })] };
  }
  if (step.at) {
    const x = lanes[step.at];
    const box = `<rect class="good" x="${x - 88}" y="${y + 2}" width="176" height="28" rx="8"/>`;
    return {
      end: y + 44,
      parts: [box, ...lines(words, { x: x + 8, y: y + 20, className: "" }), ...badge(x - 88, y + 16, step.n)],
    };
  }
  const [from, to] = [lanes[step.from], lanes[step.to]];
  const side = Math.sign(to - from);
  const start = step.n === undefined ? from : from + side * 9;
  const arrow = `<path class="arrow${step.answer ? " answer" : ""}" d="M${start} ${under + 8}H${to - side}"/>`;
  const parts = [...lines(words, { x: middle((from + to) / 2, words), y: y + 11 }), arrow];
  return { end: under + 22, parts: step.n === undefined ? parts : [...parts, ...badge(from, under + 8, step.n)] };
}

/** Who tells whom what, from the click on the button to its outcome. */
export function flow(language, title) {
  let y = top + 12;
  const parts = steps.flatMap((step) => {
    const drawn = flowStep(step, language, y);
    y = drawn.end;
    return drawn.parts;
  });
  const heads = Object.entries(lanes).flatMap(([lane, x]) => [
    `<path class="lane" d="M${x} ${top - 8}V${y}"/>`,
    `<rect class="actor" x="${x - laneWidth / 2}" y="16" width="${laneWidth}" height="32" rx="8"/>`,
    ...lines([actors[language][lane]], { x, y: 36.5, className: "on-accent" }),
  ]);
  return drawing({ language, title, height: y + 12, parts: [...heads, ...parts] });
}
