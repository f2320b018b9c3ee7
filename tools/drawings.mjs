/**
 * Writes the drawings of `docs/drawings`, each in English and Spanish. With `--check` it writes nothing and fails when
 * one is out of date. Run from anywhere: `node tools/drawings.mjs`.
 */
import { states } from "../packages/express/src/attempt/attempt.ts";
import { writePage } from "./written-page.mjs";

const width = 360;

// A picture takes the colors of the page around it, not only those of the system: both need a ground of their own.
const style = `<style>
  svg { --ground: #fff; --ink: #0f2f33; --dim: #49666a; --line: #c5d8d6; --accent: #0b6f7c; --on-accent: #fff;
    --good: #1c6b41; --good-ground: #d9f0e1; --wait: #7a5200; --wait-ground: #fdebc8; --calm-ground: #e8f0ef;
    font: 12.5px system-ui, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif; }
  @media (prefers-color-scheme: dark) {
    svg { --ground: #0d2125; --ink: #e8f3f1; --dim: #a3bfc0; --line: #35575d; --accent: #6fd0dc; --on-accent: #05252a;
      --good: #8fdcae; --good-ground: #143a28; --wait: #f4cf86; --wait-ground: #43330f; --calm-ground: #17343a; }
  }
  text { fill: var(--ink); }
  .ground { fill: var(--ground); stroke: var(--line); }
  .halo { stroke: var(--ground); stroke-width: 5; stroke-linejoin: round; paint-order: stroke; }
  .dim { fill: var(--dim); }
  .lane { stroke: var(--line); }
  .arrow { stroke: var(--ink); stroke-width: 1.5; fill: none; marker-end: url(#head); }
  .answer { stroke-dasharray: 4 3; }
  .head { fill: var(--ink); }
  .actor, .number { fill: var(--accent); }
  .on-accent { fill: var(--on-accent); font-weight: 600; font-size: 12px; }
  .good { fill: var(--good-ground); stroke: var(--good); }
  .wait { fill: var(--wait-ground); stroke: var(--wait); }
  .calm { fill: var(--calm-ground); stroke: var(--line); }
  .name { font: 600 14px ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
</style>
<marker id="head" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="8" markerHeight="8" orient="auto-start-reverse" markerUnits="userSpaceOnUse"><path class="head" d="M0 0 8 4 0 8z"/></marker>`;

const escaped = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

function drawing({ language, title, height, parts }) {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" lang="${language}">
<title>${escaped(title)}</title>
${style}
<rect class="ground" x=".5" y=".5" width="${width - 1}" height="${height - 1}" rx="10"/>
${parts.join("\n")}
</svg>
`;
}

const lines = (texts, { x, y, anchor = "middle", className = "halo", lineHeight = 16 }) =>
  texts.map(
    (text, i) =>
      `<text class="${className}" x="${x}" y="${y + i * lineHeight}" text-anchor="${anchor}">${escaped(text)}</text>`,
  );

/* How a payment flows. */

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

function flow(language, title) {
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

/* The states of an attempt. */

const meanings = {
  preparing: { en: "The bank has no session yet.", es: "El banco aún no tiene una sesión." },
  opened: { en: "The buyer is at the bank, or left it.", es: "El comprador está en el banco, o se fue." },
  expired: { en: "Not charged. Can be paid again.", es: "No se cobró. Se puede pagar de nuevo." },
  unknown: { en: "Unconfirmed. A person asks the bank.", es: "Sin confirmar. Una persona pregunta.", tone: "wait" },
  declined: { en: "Refused. Can be paid again.", es: "Rechazado. Se puede pagar de nuevo." },
  review: { en: "Looks approved. A person checks.", es: "Parece aprobado. Lo revisa una persona.", tone: "wait" },
  approved: { en: "Charged. onPaid runs.", es: "Cobrado. Corre onPaid.", tone: "good" },
};

const onlyDown = { en: "A state only moves down this list", es: "Un estado solo baja por esta lista" };

function stateDiagram(language, title) {
  const row = 62;
  const height = 24 + states.length * row;
  const parts = states.flatMap((state, i) => {
    const { tone = "calm", [language]: meaning } = meanings[state];
    const y = 18 + i * row;
    return [
      `<rect class="${tone}" x="16" y="${y}" width="296" height="48" rx="8"/>`,
      `<text class="name" x="30" y="${y + 20}">${state}</text>`,
      ...lines([meaning], { x: 30, y: y + 38, anchor: "start", className: "" }),
    ];
  });
  const x = 330;
  const turned = `<text class="dim" text-anchor="middle" transform="translate(${x + 15} ${height / 2}) rotate(90)">${onlyDown[language]}</text>`;
  parts.push(`<path class="arrow" d="M${x} 24V${height - 20}"/>`, turned);
  return drawing({ language, title, height, parts });
}

const titles = {
  flow: { en: "How a payment flows", es: "Cómo fluye un pago" },
  states: { en: "The states of a payment attempt", es: "Los estados de un intento de pago" },
};

for (const language of ["en", "es"]) {
  writePage(`drawings/flow.${language}.svg`, flow(language, titles.flow[language]));
  writePage(`drawings/states.${language}.svg`, stateDiagram(language, titles.states[language]));
}
