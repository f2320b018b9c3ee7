import { type Html, type HtmlValue, html } from "@ventanilla/web";
import type { Plan } from "../hosted/session.ts";
import { page } from "./layout.ts";
import type { OutcomePage } from "./outcome-page.ts";
import { amountOf, slip } from "./slip.ts";
import { pageTexts } from "./texts.ts";

const installmentChoices = [3, 6, 12, 18, 24];
const deferredChoices = [30, 60, 90];

/** The plan that a posted choice means: `once`, `c6` for six installments, `d30` for thirty days; else one payment. */
export function readPlan(choice: string | null): Plan | undefined {
  const [, kind, digits = ""] = /^([cd])(\d{1,2})$/.exec(choice ?? "") ?? [];
  const number = Number(digits);
  if (kind === "c" && installmentChoices.includes(number)) return { installments: number };
  return kind === "d" && deferredChoices.includes(number) ? { deferredDays: number } : undefined;
}

/** The choice that means a plan: the reverse of {@link readPlan}. */
function choiceOf(plan: Plan | undefined): string {
  if (plan === undefined) return "once";
  return "installments" in plan ? `c${plan.installments}` : `d${plan.deferredDays}`;
}

/**
 * The choice of how the buyer pays the issuing bank back, before the card form: at once, in installments, or deferred.
 * The shop gets the whole amount in one transaction either way (contract §1).
 */
export function planPage({
  purchase,
  plan,
  language,
  otherLanguage,
  address,
}: OutcomePage & { address: string }): Html {
  const text = pageTexts[language];
  const chosen = choiceOf(plan);
  const { amount, currency } = purchase;
  const choice = (value: string, name: HtmlValue, detail?: HtmlValue): Html =>
    html`<label class="choice"><input type="radio" name="plan" value="${value}"${value === chosen && html` checked`}><span>${name} ${detail}</span></label>`;
  const price = amount !== undefined && amountOf(amount, currency);
  const each = (count: number): HtmlValue => amount !== undefined && amountOf(Math.ceil(amount / count), currency);
  return page({
    language,
    otherLanguage,
    title: text.planTitle,
    slip: slip(purchase, language),
    main: html`<form method="post" action="${address}">
<fieldset class="choices" aria-describedby="plan-note">
<legend><h2 class="heading">${text.planTitle}</h2></legend>
<p class="hint" id="plan-note">${text.planNote}</p>
<div class="choice-group">${choice("once", text.planOnce, price)}</div>
<h3 class="choice-heading">${text.planInstallments}</h3>
<div class="choice-group">${installmentChoices.map((count) => choice(`c${count}`, `${count} ${text.installments}`, each(count)))}</div>
<h3 class="choice-heading">${text.planDeferred}</h3>
<div class="choice-group short">${deferredChoices.map((days) => choice(`d${days}`, html`<span class="visually-hidden">${text.inDays}</span> ${days} ${text.days}`))}</div>
</fieldset>
<div class="actions">
<button class="primary" name="action" value="choose">${text.continue}</button>
<button class="plain" name="action" value="cancel">${text.cancel}</button>
</div>
</form>`,
  });
}
