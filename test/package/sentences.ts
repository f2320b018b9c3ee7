import { en as routerEn } from "#express/page/texts/en.ts";
import { es as routerEs } from "#express/page/texts/es.ts";
import { texts as demo } from "../../demo/src/texts.ts";
import { buyerSentences } from "../../packages/client/src/buyer-sentences.ts";
import { en as elementEn } from "../../packages/element/src/messages/en.ts";
import { es as elementEs } from "../../packages/element/src/messages/es.ts";
import { pageTexts } from "../../packages/sandbox/src/page/texts.ts";

/** A sentence of a surface, in both languages. */
export interface Sentence {
  /** Where it stands in its source: `outcome.pending.title`. */
  name: string;
  es: string;
  en: string;
}

/** Where people read sentences of this project. */
export interface Surface {
  title: string;
  file: string;
  sentences: Sentence[];
}

/** What the sentences with a value in them are given, by their names. */
const values: Record<string, string> = {
  less: "name",
  more: "name",
  checkoutTitle: "order",
  pay: "price",
  receiptPaid: "order",
  confirming: "order",
  unpaidTitle: "order",
  "states.paid.meaning": "email",
  "states.paidTwice.meaning": "email",
  "states.review.meaning": "email",
  "states.underway.meaning": "email",
  "states.unpaid.meaning": "email",
};

const { codes: _, ...routerOwn } = routerEs;
const { codes: __, ...routerOwnEn } = routerEn;
const codes = Object.entries(buyerSentences);
const codesIn = (language: "es" | "en") => Object.fromEntries(codes.map(([name, text]) => [name, text[language]]));

/** Every sentence that a buyer can read, by the surface that shows it. */
export const surfaces: readonly Surface[] = [
  surface("The element", "packages/element/src/messages", elementEs, elementEn),
  surface("The router's pages and messages", "packages/express/src/page/texts", routerOwn, routerOwnEn),
  surface("Response codes", "packages/client/src/buyer-sentences.ts", codesIn("es"), codesIn("en")),
  surface("The sandbox's bank page", "packages/sandbox/src/page/texts.ts", pageTexts.es, pageTexts.en),
  surface("The demo shop", "demo/src/texts.ts", demo.es, demo.en),
];

function surface(title: string, file: string, es: object, en: object): Surface {
  const [spanish, english] = [Object.fromEntries(flat(es)), Object.fromEntries(flat(en))];
  const names = new Set([...Object.keys(spanish), ...Object.keys(english)]);
  const sentences = [...names].map((name) => ({ name, es: spanish[name] ?? "", en: english[name] ?? "" }));
  return { title, file, sentences };
}

/** The sentences of a table of texts, however deep; a function's with the name of its value in braces. */
function flat(texts: object, path = ""): [string, string][] {
  return Object.entries(texts).flatMap(([key, text]: [string, unknown]): [string, string][] => {
    const name = path + key;
    if (typeof text === "string") return [[name, text]];
    if (typeof text === "function") return [[name, filled(name, text as (value: string) => unknown)]];
    return typeof text === "object" && text !== null ? flat(text, `${name}.`) : [];
  });
}

function filled(name: string, sentence: (value: string) => unknown): string {
  const value = values[name];
  if (value === undefined) throw new Error(`${name}: name its value in test/package/sentences.ts`);
  return String(sentence(`{${value}}`));
}
