import { faultTable } from "../../../packages/sandbox/src/fault-table.ts";
import { panelTexts } from "../../../packages/sandbox/src/panel/texts.ts";
import { switchTable } from "../../../packages/sandbox/src/switch-table.ts";
import { testCards } from "../../../packages/sandbox/src/test-cards.ts";
import { formatCardNumber } from "../../../packages/web/src/card.ts";

const code = (text: string) => `\`${text}\``;
const row = (cells: string[]) => `| ${cells.join(" | ")} |`;
const table = (heads: string[], rows: string[][]) =>
  `${[row(heads), row(heads.map(() => "---")), ...rows.map(row)].join("\n")}\n`;

const schemes = { visa: "Visa", mastercard: "Mastercard", amex: "American Express" };
const heads = {
  en: {
    cards: ["number", "scheme", "code", "result"],
    faults: ["fault", "code", "where", "what happens"],
    switches: ["switch", "decides", "values", "profile `live`", "profile `document`"],
  },
  es: {
    cards: ["número", "marca", "código", "resultado"],
    faults: ["falla", "código", "dónde", "qué pasa"],
    switches: ["comportamiento", "decide", "valores", "perfil `live`", "perfil `document`"],
  },
};

/** The sandbox's own tables of cards, faults and switches in Markdown. */
export function sandboxTables(language: "en" | "es"): Record<"cards" | "faults" | "switches", string> {
  const { cards, faults, switches } = heads[language];
  return {
    cards: table(
      cards,
      testCards.map(({ number, scheme, ResponseCode, [language]: result }) => {
        return [code(formatCardNumber(number)), schemes[scheme], code(ResponseCode), result];
      }),
    ),
    faults: table(
      faults,
      Object.entries(faultTable).map(([name, fault]) => {
        const where = panelTexts[language][`where_${fault.where}`];
        return [code(name), code(`!${fault.code}`), where, fault[language]];
      }),
    ),
    switches: table(
      switches,
      Object.entries(switchTable).map(([name, { values, live, document, ...meaning }]) => {
        return [code(name), meaning[language], values.map(code).join(", "), code(live), code(document)];
      }),
    ),
  };
}
