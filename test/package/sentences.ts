import { texts as demo } from "../../demo/src/texts.ts";
import { buyerSentences } from "../../packages/client/src/buyer-sentences.ts";
import { en as elementEn } from "../../packages/element/src/messages/en.ts";
import { es as elementEs } from "../../packages/element/src/messages/es.ts";
import { en as routerEn } from "../../packages/express/src/web/texts/en.ts";
import { es as routerEs } from "../../packages/express/src/web/texts/es.ts";
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

const { codes: _, ...routerOwn } = routerEs;
const { codes: __, ...routerOwnEn } = routerEn;
const codes = Object.entries(buyerSentences);
const codesIn = (language: "es" | "en") => Object.fromEntries(codes.map(([name, text]) => [name, text[language]]));

/** Every sentence that a buyer can read, by the surface that shows it. */
export const surfaces: readonly Surface[] = [
  surface("The element", "packages/element/src/messages", elementEs, elementEn),
  surface("The router's pages and messages", "packages/express/src/web/texts", routerOwn, routerOwnEn),
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

/** The sentences of a table of texts, however deep; a function's with the names of its parameters. */
function flat(texts: object, path = ""): [string, string][] {
  return Object.entries(texts).flatMap(([key, value]: [string, unknown]) => {
    const name = path + key;
    if (typeof value === "string") return [[name, value] as [string, string]];
    if (typeof value === "function")
      return [[name, filled(value as (...values: string[]) => unknown)] as [string, string]];
    return typeof value === "object" && value !== null ? flat(value, `${name}.`) : [];
  });
}

// The texts' own functions, which join strings.
function filled(sentence: (...values: string[]) => unknown): string {
  const [, list = ""] = /^\(?([^)=]*)\)?\s*=>/.exec(sentence.toString()) ?? [];
  const names = list.split(",").map((name) => name.trim());
  return String(sentence(...names.filter((name) => name !== "").map((name) => `{${name}}`)));
}
