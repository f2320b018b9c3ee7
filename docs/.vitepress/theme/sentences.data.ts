import { join } from "node:path";
import { pathToFileURL } from "node:url";

type Outcomes = Record<string, { message: string }>;

interface Texts {
  outcome: Outcomes;
  failed: { unreachable: string };
}

/** What the router says about each outcome. */
export interface Sentences {
  en: Outcomes;
  es: Outcomes;
}

export declare const data: Sentences;

/** The built router's sentences, read when the site is built. */
async function outcomes(language: "en" | "es"): Promise<Outcomes> {
  const file = join(import.meta.dirname, `../../../packages/express/dist/web/texts/${language}.js`);
  const { [language]: texts } = (await import(pathToFileURL(file).href)) as Record<string, Texts>;
  return { ...texts?.outcome, failed: { message: texts?.failed.unreachable ?? "" } };
}

export default {
  load: async (): Promise<Sentences> => ({ en: await outcomes("en"), es: await outcomes("es") }),
};
