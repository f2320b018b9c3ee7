import { ArgumentError } from "@ventanilla/client";
import type { PageAnswer } from "@ventanilla/express/counter";
import { formatMoney, type Html, html } from "@ventanilla/web";
import { inputOf, type TypedLink, termsOf } from "../check-link.ts";
import { shownPhone } from "../code.ts";
import { currencyOf, isRange, type Link } from "../link.ts";
import { chargingForm, postForm, type StaffVisit } from "./desk.ts";

type Field = keyof TypedLink;

/** The form that makes a link; `again` in the address fills it as another link was. */
export async function chargePage(visit: StaffVisit): Promise<PageAnswer> {
  const again = await visit.manage.find(visit.query.get("again") ?? "");
  return page(visit, again === undefined ? {} : valuesOf(again));
}

/** Makes a link, and leads to its page; or shows all that has to be corrected. */
export async function takeCharge(visit: StaffVisit): Promise<PageAnswer> {
  const values: TypedLink = Object.fromEntries(
    [...visit.fields].map(([name, value]) => [name, value.trim().replace(/\s+/g, " ")]),
  );
  const wrong = wrongIn(visit, values);
  if (wrong.length > 0) return page(visit, values, wrong);
  const { code } = await visit.manage.create({ ...inputOf(values, visit.timeZone), by: visit.staff.name });
  return { to: `links/${code}` };
}

/** In place of what is wrong, so that what else is wrong is found, too: of other fields, nothing. */
const right: TypedLink = { amount: "0.01", description: "-" };

function wrongIn(visit: StaffVisit, values: TypedLink): Field[] {
  const tried: TypedLink = { ...values };
  const wrong = new Set<Field>();
  for (;;) {
    try {
      termsOf(inputOf(tried, visit.timeZone), visit.itbis, visit.now);
      return (Object.keys(visit.words.wrong) as Field[]).filter((field) => wrong.has(field));
    } catch (error) {
      // The message begins with the field: `customer.email: …`, `amount.max.minor: …`.
      const message = error instanceof ArgumentError ? error.message : "";
      const field = /^(?:customer\.|amount\.(?=max))?(\w+)/.exec(message)?.[1] as Field | undefined;
      if (field === undefined || wrong.has(field)) throw error;
      wrong.add(field);
      tried[field] = right[field] ?? "";
    }
  }
}

/** A link as its form was filled in. Its time has passed, or will have. */
function valuesOf({ amount, description, customer, times, itbis }: Link): TypedLink {
  const fixed = isRange(amount) ? amount.min : amount;
  const written = (minor: number) =>
    formatMoney({ minor, currency: currencyOf(amount) })
      .replace(/^RD\$\s/, "")
      .replace(/\s/, " ");
  return {
    amount: written(fixed.minor),
    ...(isRange(amount) && { max: written(amount.max.minor) }),
    description,
    ...customer,
    ...(customer.mobilePhone && { mobilePhone: shownPhone(customer.mobilePhone) }),
    times: times === "many" ? "" : times === "once" ? "1" : times.toLocaleString("en-US"),
    itbis: String(itbis),
  };
}

function page(visit: StaffVisit, values: TypedLink, wrong: Field[] = []): PageAnswer {
  const { words } = visit;
  const { fields, hints } = words;
  const note = (name: Field): Html | false => {
    const isWrong = wrong.includes(name);
    const text = isWrong ? words.wrong[name] : (hints as Partial<Record<Field, string>>)[name];
    return text !== undefined && html`<small id="${name}-note"${isWrong && html` class="wrong"`}>${text}</small>`;
  };
  const about = (name: Field): Html =>
    html`id="${name}" name="${name}"${note(name) && html` aria-describedby="${name}-note"`}${wrong.includes(name) && html` aria-invalid="true"`}${name === wrong[0] && html` autofocus`}`;
  const field = (name: Field, more: Html) =>
    html`<p><label class="field" for="${name}"${name === "amount" && html` data-least="${words.least}"`}>${fields[name]}</label>${name === "description" ? html`<textarea ${about(name)} rows="2" ${more}>${values[name] ?? ""}</textarea>` : html`<input ${about(name)} value="${{ times, ...values }[name] ?? ""}" ${more}>`}${note(name)}</p>`;
  const percent = values.itbis ?? String(visit.itbis);
  const rare: Field[] = ["max", "name", "email", "mobilePhone", "until"];
  const { times = "1" } = values;
  const isOpen = times !== "1" || rare.some((name) => values[name]);
  const content = html`<div class="fields">
${field("amount", html`inputmode="decimal" autocomplete="off" maxlength="20" required`)}
${field("description", html`maxlength="200" autocomplete="off" required`)}
</div>
<details${isOpen && html` open`}><summary>${words.more}</summary>
<div class="fields">
${field("max", html`inputmode="decimal" maxlength="20" autocomplete="off" placeholder=" "`)}
${field("times", html`inputmode="numeric" maxlength="7" autocomplete="off"`)}
${field("until", html`inputmode="numeric" maxlength="10" autocomplete="off"`)}
<p><label class="field" for="itbis">${fields.itbis}</label><select ${about("itbis")}>${["18", "16", "0"].map(
    (value) => html`<option value="${value}"${value === percent && html` selected`}>${value} %</option>`,
  )}</select>${note("itbis")}</p>
</div>
<p class="dim">${words.unknown}</p>
<div class="fields customer">
${field("name", html`maxlength="100" autocomplete="off"`)}
${field("mobilePhone", html`type="tel" maxlength="30" autocomplete="off"`)}
${field("email", html`type="email" maxlength="254" autocomplete="off"`)}
</div></details>
<p class="row"><button>${words.make}</button></p>`;
  const body = chargingForm(visit, postForm(visit, "", content, "card"));
  // One that is wrong says so itself, and has the focus.
  const nameOf = (name: Field) => fields[name] + (name === "amount" && values.max ? words.least : "");
  const makes = wrong.length > 1 ? wrong.map((name) => ({ field: name, text: nameOf(name) })) : [];
  return { title: words.charge, body, wrong: { makes }, status: wrong.length > 0 ? 422 : 200 };
}
