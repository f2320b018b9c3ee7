import { ArgumentError } from "@ventanilla/client";
import type { PageAnswer } from "@ventanilla/express/counter";
import { decimalText, formatMoney, type Html, html } from "@ventanilla/web";
import { inputOf, type TypedLink, termsOf } from "../check-link.ts";
import { shownPhone } from "../code.ts";
import type { Link } from "../link.ts";
import { postForm, type StaffVisit, waysOf } from "./desk.ts";

type Field = keyof TypedLink;

const inputs: Record<Field, Html> = {
  amount: html`inputmode="decimal" maxlength="20" placeholder="0.00" required`,
  description: html`maxlength="200" required`,
  max: html`inputmode="decimal" maxlength="20"`,
  times: html`inputmode="numeric" maxlength="7"`,
  until: html`inputmode="numeric" maxlength="10"`,
  itbis: html`inputmode="numeric" maxlength="2" required`,
  name: html`maxlength="100"`,
  mobilePhone: html`type="tel" maxlength="30"`,
  email: html`type="email" maxlength="254"`,
};

/** Of the keypad: the last one deletes. */
const keys = ["1", "2", "3", "4", "5", "6", "7", "8", "9", ".", "0", ""];

/** Types on the screen's own keys, which are shown only where this runs, and groups the digits. */
const typing = `
document.documentElement.dataset.script = "";
const field = document.getElementById("amount");
field.inputMode = "none";
for (const key of document.querySelectorAll(".pad button")) {
  key.addEventListener("click", () => {
    const text = key.value === "" ? field.value.slice(0, -1) : field.value + key.value;
    const [whole, cents] = text.replaceAll(",", "").split(".");
    const grouped = whole.replace(/^0+(?=\\d)/, "").replace(/\\B(?=(\\d{3})+$)/g, ",");
    field.value = (cents === undefined ? grouped : grouped + "." + cents.slice(0, 2)).slice(0, 13);
  });
}
`;

/** The form that makes a link; `again` in the address fills it as another link was. */
export async function chargePage(visit: StaffVisit): Promise<PageAnswer> {
  const again = await visit.manage.find(visit.query.get("again") ?? "");
  return formPage(visit, again === undefined ? {} : valuesOf(again));
}

/** The form of the shop's telephone: the amount is enough. */
export const keypadPage = (visit: StaffVisit): PageAnswer => formPage(visit, { description: visit.words.sale });

/** Makes a link, one of the keypad for an hour alone, and leads to its page; or shows what is to be corrected. */
export async function takeCharge(visit: StaffVisit): Promise<PageAnswer> {
  const { manage, fields, now, path, staff, timeZone } = visit;
  const typed = Object.fromEntries([...fields].map(([key, text]) => [key, text.trim().replace(/\s+/g, " ")]));
  if (fields.get("currency") === "US$") typed.amount = (typed.amount ?? "").replace(/^(?:US\$ ?)?/, "US$ ");
  const wrong = wrongIn(visit, typed);
  if (wrong.length > 0) return formPage(visit, typed, wrong);
  const within = path === "keypad" && { until: now + 60 * 60_000 };
  const { code } = await manage.create({ ...within, ...inputOf(typed, timeZone), by: staff.name });
  return { to: `links/${code}` };
}

/** The fields that are to be corrected: the check names one, and with that corrected the next. */
function wrongIn(visit: StaffVisit, typed: TypedLink): Field[] {
  try {
    termsOf(inputOf(typed, visit.timeZone), visit.itbis, visit.now);
    return [];
  } catch (error) {
    // The message begins with the field: `customer.email: …`, `max.minor: …`.
    const [, field = ""] = (error instanceof ArgumentError && /^(?:customer\.)?(\w+)/.exec(error.message)) || [];
    if (!Object.hasOwn(inputs, field)) throw error;
    const right = { amount: `${typed.amount?.startsWith("US$") ? "US$" : ""}0.01`, description: "-" }[field];
    return [field as Field, ...wrongIn(visit, { ...typed, [field]: right })];
  }
}

/** A link as its form was filled in. Its time has passed, or will have. */
function valuesOf({ amount, max, description, customer, times, itbis }: Link): TypedLink {
  return {
    amount: formatMoney(amount),
    ...(max && { max: decimalText(max.minor) }),
    description,
    ...customer,
    ...(customer.mobilePhone && { mobilePhone: shownPhone(customer.mobilePhone) }),
    times: times === "many" ? "" : String(times),
    itbis: String(itbis),
  };
}

function formPage(visit: StaffVisit, values: TypedLink, wrong: readonly Field[] = []): PageAnswer {
  const { words, path } = visit;
  const errors = (Object.keys(inputs) as Field[]).filter((name) => wrong.includes(name));
  // Who may only look has the list.
  if (!visit.staff.mayResolve) return { to: "links/all" };
  const usual: TypedLink = { times: "1", itbis: String(visit.itbis) };
  const valueIn = (name: Field) => values[name] ?? usual[name] ?? "";
  const field = (name: Field): Html => {
    const isWrong = wrong.includes(name);
    const input = html`<input id="${name}" name="${name}" value="${name === "amount" ? valueIn(name).replace(/^(?:RD|US)\$\s?/, "") : valueIn(name)}" autocomplete="off" ${inputs[name]} aria-describedby="${name}-note${isWrong && ` ${name}-error`}"${isWrong && html` aria-invalid="true"`}${name === errors[0] && html` autofocus`}>`;
    return html`<p><label class="field" for="${name}">${words.fields[name]}</label><small id="${name}-note">${(name === "times" || name === "until") && words.empty}</small>${name === "amount" ? html`<span class="money"><select name="currency" aria-label="${words.currency}">${["RD$", "US$"].map((sign) => html`<option${valueIn(name).startsWith(sign) && html` selected`}>${sign}</option>`)}</select>${input}</span>` : input}${isWrong && html`<span class="wrong" id="${name}-error">${words.wrong[name]}</span>`}</p>`;
  };
  const [amount, description, ...rare] = Object.keys(inputs) as [Field, Field, ...Field[]];
  const key = (digit: string) =>
    html`<button type="button" class="quiet" value="${digit}"${digit === "" && html` aria-label="${words.erase}"`}>${digit || "⌫"}</button>`;
  const content =
    path === "keypad"
      ? html`${field(amount)}<div class="pad scripted">${keys.map(key)}</div>${field(description)}`
      : html`<div class="fields">${field(amount)}${field(description)}</div>
<details${rare.some((name) => valueIn(name) !== (usual[name] ?? "")) && html` open`}><summary>${words.more}</summary><div class="fields">${rare.map(field)}</div></details>`;
  return {
    title: words.charge,
    tabs: waysOf(visit),
    body: postForm(visit, path, html`${content}<p class="row"><button>${words.make}</button></p>`, `card ${path}`),
    status: errors.length > 0 ? 422 : 200,
    wrong: { makes: errors.map((name) => ({ field: name, text: words.wrong[name] })) },
    ...(path === "keypad" && { script: typing }),
  };
}
