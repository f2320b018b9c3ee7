import { formatMoney, type Html, html, writtenAmount } from "@ventanilla/web";
import { decisionKinds } from "../../attempt/needs-person.ts";
import { currencies } from "../../attempt/rules.ts";
import { groups } from "../../attempt/sections-of.ts";
import { standingName } from "../standing/standing.ts";
import { businessTexts } from "../texts/business.ts";
import { listTexts } from "../texts/list.ts";
import { reasonTexts } from "../texts/why-not-paid.ts";
import type { Visit } from "../visit.ts";
import { countedFields } from "./counted.ts";
import type { Wrong } from "./filter.ts";

type Language = Visit["language"];

/** The choices of the state field that are no reason or stage. */
const stateChoices = [...groups, "charged", ...decisionKinds] as const;

/** The name of a choice of the state. Two groups have more in them than the standing of their name. */
function stateName(choice: (typeof stateChoices)[number], language: Language): string {
  return choice === "approved" || choice === "charged" || choice === "waiting"
    ? listTexts[language][choice]
    : standingName(choice, language);
}

/** What can be chosen, each with its name: the states below nothing, then those below a title. */
function choicesOf(language: Language) {
  const { title, names, far, stages } = reasonTexts[language];
  const states = Object.fromEntries(stateChoices.map((each) => [each, stateName(each, language)]));
  return { states, titled: [[title, names] as const, [far, stages] as const], currencies: businessTexts[language].in };
}

/** What is chosen, in words: a state and a currency say themselves what they are. */
function chosenIn(language: Language, value: (name: string) => string, day: string | undefined): string[] {
  const { states, titled, currencies: names } = choicesOf(language);
  const chosen = {
    state: Object.assign({}, states, ...titled.map(([, all]) => all))[value("state")],
    currency: names[value("currency") as keyof typeof names],
  };
  const { state: _, currency: __, from, until, ...more } = listTexts[language].fields;
  const written = day === undefined ? { from, until, ...more } : more;
  const others = Object.entries(written).flatMap(([name, label]) => (value(name) ? [`${label}: ${value(name)}`] : []));
  return [chosen.state, chosen.currency, day, ...others].filter((each) => each !== undefined);
}

/**
 * The filter: one line that says what is chosen, and opens. Where a field is wrong it is open, and the first of them has the
 * focus.
 * @param shown `day`: the one day it is of. `save`: gives the filter a name, and removes those that have one
 */
export function filterForm(
  { query, root, language, settings }: Visit,
  {
    wrong,
    isFiltered,
    day,
    save,
  }: { wrong: Wrong | undefined; isFiltered: boolean; day: string | undefined; save: Html | undefined },
): Html {
  const words = listTexts[language];
  const { fields } = words;
  const [first] = Object.keys(wrong ?? {});
  const written = (name: string) => query.get(name)?.trim() ?? "";
  // An amount is of the currency that it is written in, whether or not one is chosen.
  const currency = written("currency") || writtenAmount(written("amount"))?.currency;
  const value = (name: string) => (name === "currency" ? (currency ?? "") : written(name));
  const field = (name: keyof typeof fields, type = "text", more?: Html, hint?: string) => {
    const error = wrong?.[name];
    const isWrong = error !== undefined;
    const said = isWrong && html`<small id="${name}-note" class="wrong">${words.errors[error]}</small>`;
    const label = html`<label for="f-${name}">${fields[name]}${hint && html` <span class="dim">${hint}</span>`}</label>`;
    return html`<p>${label}<input id="f-${name}" name="${name}" type="${type}" value="${query.get(name) ?? ""}"${more}${isWrong && html` aria-describedby="${name}-note" aria-invalid="true"${name === first && " autofocus"}`}>${said}</p>`;
  };
  // A date field would write in the browser's language.
  const dateHint = html` inputmode="numeric"`;
  const { states, titled, currencies: currencyNames } = choicesOf(language);
  const options = (name: string, names: Readonly<Record<string, string>>) =>
    Object.entries(names).map(
      ([each, text]) => html`<option value="${each}"${each === value(name) && html` selected`}>${text}</option>`,
    );
  // What cannot be read chooses nothing, and then nothing beside it does.
  const chosen = wrong === undefined ? chosenIn(language, value, day) : [];
  return html`<details class="filters"${wrong && html` open`}><summary>${words.filters}${chosen.length > 0 && html`: <strong>${chosen.join(", ")}</strong>`}</summary>
<form method="get" action="${root}payments" role="search">
${countedFields.map((name) => query.has(name) && html`<input type="hidden" name="${name}" value="${value(name)}">`)}
<div class="fields">
${field("order", "search")}
<p><label for="f-state">${fields.state}</label><select id="f-state" name="state">${options("state", { "": words.all.states, ...states })}${titled.map(
    ([title, names]) => html`<optgroup label="${title}">${options("state", names)}</optgroup>`,
  )}</select></p>
${field("from", "text", dateHint, words.day)}
${field("until", "text", dateHint, words.day)}
${field("amount", "text", html` inputmode="decimal" placeholder="${formatMoney({ minor: 123_400, currency: currency ?? "DOP" })}"`)}
<p><label for="f-currency">${fields.currency}</label><select id="f-currency" name="currency">${options("currency", { "": words.all.currencies, ...Object.fromEntries(currencies.map((each) => [each, currencyNames[each]])) })}</select></p>
${field("reference")}
${field("authorization")}
${(settings.keepEmail || query.has("email")) && field("email", "text", html` inputmode="email" autocomplete="off"`)}
${field("digits", "text", html` inputmode="numeric" maxlength="4"`)}
<p class="row act"><button>${words.show}</button>${isFiltered && html` <a href="${root}payments">${words.clear}</a>`}</p>
</div>
</form>
${save}</details>`;
}
