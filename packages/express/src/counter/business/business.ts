import { type Html, html } from "@ventanilla/web";
import { currencies } from "../../attempt/rules.ts";
import { fileLinks, filePath, sendRows, wholeRows } from "../download/send-file.ts";
import { keptFields } from "../find/card-like.ts";
import { timesOf } from "../format.ts";
import { owedIn } from "../give-back/owed.ts";
import { paidKinds } from "../standing/situation.ts";
import { businessTexts } from "../texts/business.ts";
import { reasonTexts } from "../texts/why-not-paid.ts";
import type { Answer, CounterRoute, Visit } from "../visit.ts";
import { currencyCard } from "./currency-card.ts";
import { type Length, lengths } from "./periods.ts";
import { businessRows } from "./rows.ts";
import { questionsOf, type Shown, shownIn } from "./shown.ts";
import { whyCard } from "./why-card.ts";

/** `/business`: days, weeks or months side by side, or what they come to by something else; and as a file. */
export const businessRoutes: readonly CounterRoute[] = [
  { method: "GET", path: /^\/business$/, answer: businessPage },
  { method: "GET", path: filePath("business"), answer: sendFile },
];

async function businessPage(visit: Visit): Promise<Answer> {
  const { language, settings, root, query } = visit;
  const words = businessTexts[language];
  const shown = await shownIn(visit);
  const used = currencies.filter((each) =>
    shown.periods.some(({ rows }) => rows.some(({ currency }) => currency === each)),
  );
  const { time, days } = timesOf(language, settings.timeZone);
  const [latest] = shown.periods;
  const [first, last] = [shown.periods.at(-1)?.period.batches[0], latest?.period.batches.at(-1)];
  const reached = [{ from: first?.from ?? 0, until: last?.until ?? 0 }];
  const owed =
    shown.question === "why" ? [] : await owedIn(settings.store, { groups: ["charged"], reached }, paidKinds);
  const file = keptFields(query);
  const cards =
    shown.question === "why"
      ? whyCard(visit, shown)
      : used.map((currency) => currencyCard(visit, shown, currency, { isNamed: used.length > 1, owed }));
  return {
    title: words.title,
    heading: html`${words.title}${used.length > 0 && html` <span class="dim">${days(first?.until ?? 0, last?.until ?? 0)}</span>`}`,
    section: "business",
    body: html`${choices(visit, shown)}
${used.length === 0 ? html`<p class="card empty">${words.none(days(first?.until ?? 0, last?.until ?? 0))}</p>` : cards}
${used.length > 0 && html`<p class="row ways">${fileLinks(language, (format) => `${root}business.${format}?${file.toString()}`)}</p>`}
<details class="lead"><summary>${words.how}</summary><p>${words.batches(time(latest?.period.batches[0].until ?? 0))}</p><p>${words.counted}</p>${shown.split === "product" && html`<p>${words.products}</p>`}</details>`,
  };
}

/** Which time, and which question: the other choice stays. */
function choices({ language, root, settings }: Visit, { by, question, days, ...shown }: Shown): Html {
  const words = businessTexts[language];
  const link = (fields: Record<string, string>, text: string, isHere: boolean) =>
    html`<a href="${root}business?${new URLSearchParams(fields).toString()}"${isHere && html` aria-current="true"`}>${text}</a>`;
  const own: Record<string, string> = question === "time" ? {} : { question };
  const lengthLinks = (Object.keys(lengths) as Length[]).map((length) =>
    link({ by: length, ...own }, words.last[length], length === by && days === undefined),
  );
  const asked = questionsOf(settings).filter((each) => each !== "product" || shown.hasProducts);
  const nameOf = (each: (typeof asked)[number]) => {
    if (each === "time") return words.period[by];
    return each === "why" ? reasonTexts[language].short : words.part[each].column;
  };
  const questionLinks = asked.map((each) =>
    link({ by, ...days, ...(each !== "time" && { question: each }) }, nameOf(each), each === question),
  );
  return html`<div class="apart"><p class="row tabs">${questionLinks.map((each) => html`${each} `)}</p>
<p class="row choices">${lengthLinks.map((each) => html`${each} `)}</p></div>`;
}

/** Sends the numbers of the page as a file, the earliest first. */
async function sendFile(visit: Visit, format = "csv"): Promise<Answer> {
  const shown = await shownIn(visit);
  const last = shown.periods[0]?.period.batches.at(-1)?.date ?? "";
  const name = ["ventanilla", shown.by, ...(shown.question === "time" ? [] : [shown.question]), last].join("-");
  return sendRows(visit, { format, name }, wholeRows(businessRows(visit, shown)));
}
