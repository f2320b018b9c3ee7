import { states } from "../../packages/express/src/attempt/state.ts";
import { drawing, lines } from "./drawing.mjs";

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

/** The states of an attempt, by their rank. */
export function stateDiagram(language, title) {
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
