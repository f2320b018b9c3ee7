import { en as routerEn } from "#express/page/texts/en.ts";
import { es as routerEs } from "#express/page/texts/es.ts";
import { texts as demo } from "../../demo/src/texts.ts";
import { buyerSentences } from "../../packages/client/src/buyer-sentences.ts";
import { en as elementEn } from "../../packages/element/src/messages/en.ts";
import { es as elementEs } from "../../packages/element/src/messages/es.ts";
import { pageTexts } from "../../packages/sandbox/src/page/texts.ts";

/** A sentence that a buyer can read, in both languages, and where it stands in its source: `outcome.pending.title`. */
type Sentence = Record<"name" | "es" | "en", string>;

/** The sentences of a table of texts, however deep, by name; a function's with … for its value. */
function flat(texts: object, path = ""): [name: string, text: string][] {
  return Object.entries(texts).flatMap(([key, text]: [string, unknown]): [string, string][] => {
    if (typeof text === "object" && text !== null) return flat(text, `${path}${key}.`);
    const said = typeof text === "function" ? text("…") : text;
    return typeof said === "string" ? [[path + key, said]] : [];
  });
}

function both(spanish: object, english: object): Sentence[] {
  const [es, en] = [Object.fromEntries(flat(spanish)), Object.fromEntries(flat(english))];
  return Object.keys({ ...es, ...en }).map((name) => ({ name, es: es[name] ?? "", en: en[name] ?? "" }));
}

/** Every sentence that a buyer can read, by the surface that shows it. */
export const surfaces = {
  element: both(elementEs, elementEn),
  router: both({ ...routerEs, codes: {} }, { ...routerEn, codes: {} }),
  codes: Object.entries(buyerSentences).map(([name, { es, en }]): Sentence => ({ name, es, en })),
  bank: both(pageTexts.es, pageTexts.en),
  demo: both(demo.es, demo.en),
};
