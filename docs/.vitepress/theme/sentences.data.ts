import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

type Outcomes = Record<string, { message: string }>;

/** What the router says about each outcome. */
export interface Sentences {
  en: Outcomes;
  es: Outcomes;
}

export declare const data: Sentences;

const folder = join(import.meta.dirname, "../../../packages/express/src/page/texts");

/** The router's own sentences: its sources run in a Node of their own, under the condition that finds the packages'. */
const program = `
  const outcomes = async (language) => {
    const { [language]: texts } = await import(new URL(language + ".ts", ${JSON.stringify(`${pathToFileURL(folder).href}/`)}));
    const { title, message } = texts.refused.bank_unreachable;
    return { ...texts.outcome, failed: { message: title + ". " + message } };
  };
  console.log(JSON.stringify({ en: await outcomes("en"), es: await outcomes("es") }));
`;

export default {
  load: (): Sentences =>
    JSON.parse(
      execFileSync(
        process.execPath,
        [
          "--conditions=@ventanilla/source",
          "--input-type=module",
          "--disable-warning=ExperimentalWarning",
          "-e",
          program,
        ],
        { encoding: "utf8" },
      ),
    ),
};
