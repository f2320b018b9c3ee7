import { ArgumentError } from "@ventanilla/client";
import type { OrderView } from "@ventanilla/express";
import type { PageAnswer } from "@ventanilla/express/counter";
import { html, wholeText } from "@ventanilla/web";
import { typedAmount } from "../check-link.ts";
import { amountText, type Link, stateOf } from "../link.ts";
import { chargingForm, endOf, postForm, qrOf, type StaffVisit, spelledOf } from "./desk.ts";
import { waysToReceipt } from "./link-page.ts";

/** How long a customer at the counter may take to begin. */
const chargeMs = 60 * 60_000;

/** Types on the screen's own keys, which are shown only where this runs, and groups the digits. */
const typing = `
document.documentElement.dataset.script = "";
const field = document.getElementById("amount");
field.inputMode = "none";
const group = (text) => {
  const [whole, ...rest] = text.replaceAll(",", "").split(".");
  const grouped = whole.replace(/^0+(?=\\d)/, "").replace(/\\B(?=(\\d{3})+$)/g, ",");
  return rest.length === 0 ? grouped : grouped + "." + rest.join("").slice(0, 2);
};
for (const key of document.querySelectorAll(".pad button")) {
  key.addEventListener("click", () => {
    const text = key.value === "" ? field.value.slice(0, -1) : field.value + key.value;
    field.value = group(text).slice(0, 13);
  });
}
`;

/** Looks each second for another state, while somebody looks at the page. Where it can, it keeps the screen on. */
const watching = `
const shown = document.getElementById("charge");
const look = async () => {
  if (document.hidden) return;
  const answer = await fetch("state", { redirect: "error", signal: AbortSignal.timeout(5000) });
  if (answer.ok && (await answer.json()).state !== shown.dataset.state) location.reload();
};
setInterval(() => look().catch(() => {}), 1000);
document.addEventListener("visibilitychange", () => look().catch(() => {}));
navigator.wakeLock?.request("screen").catch(() => {});
`;

export function keypadPage(visit: StaffVisit, typed = "", isWrong = false): PageAnswer {
  const { words, fields } = visit;
  const keys = ["1", "2", "3", "4", "5", "6", "7", "8", "9", ".", "0"];
  const content = html`<p><label class="field" for="amount">${words.fields.amount}</label><span class="money"><span aria-hidden="true">RD$</span><input id="amount" name="amount" class="typed" inputmode="decimal" autocomplete="off" maxlength="20" required placeholder="0.00" value="${typed}"${isWrong && html` aria-invalid="true" aria-describedby="amount-note" autofocus`}></span>${isWrong && html`<small id="amount-note" class="wrong">${words.wrong.amount}</small>`}</p>
<div class="pad scripted">${keys.map((key) => html`<button type="button" class="quiet" value="${key}">${key}</button>`)}<button type="button" class="quiet" value="" aria-label="${words.erase}">⌫</button></div>
<p><label class="field" for="description">${words.fields.description}</label><input id="description" name="description" maxlength="200" required value="${fields.get("description") ?? words.sale}"></p>
<button>${words.show}</button>`;
  const body = chargingForm(visit, postForm(visit, "keypad", content, "card keypad"));
  return { title: words.charge, body, script: typing, ...(isWrong && { status: 422 }) };
}

/** Makes a link that is paid once, within the hour, and shows its code. */
export async function takeKeypad(visit: StaffVisit): Promise<PageAnswer> {
  const { manage, fields, now, staff, words } = visit;
  const amount = typedAmount(fields.get("amount"), "DOP");
  if (amount === undefined || amount.minor === 0) return keypadPage(visit, fields.get("amount"), true);
  const terms = { amount, until: now + chargeMs, by: staff.name };
  const description = fields.get("description")?.trim() || words.sale;
  const { code } = await manage.create({ ...terms, description }).catch((error: unknown) => {
    if (!(error instanceof ArgumentError)) throw error;
    // A text that no page can show.
    return manage.create({ ...terms, description: words.sale });
  });
  return { to: `links/${code}/screen` };
}

type ChargeState = keyof StaffVisit["words"]["screen"];

/** What the shop knows of a charge now. The router knows of a payment before its hook has run. */
function stateIn({ attempts, decisive, paid }: OrderView, link: Link, now: number): ChargeState {
  if (paid || link.paid.count > 0) return "paid";
  if (decisive?.outcome === "unknown") return "review";
  if (decisive !== undefined) return "paying";
  if (stateOf(link, now) !== "open") return "ended";
  return attempts.at(-1)?.outcome === "declined" ? "declined" : "waiting";
}

/** A few bytes, each second. */
export const chargeState = async ({ router, now }: StaffVisit, link: Link): Promise<PageAnswer> => ({
  type: "application/json",
  content: JSON.stringify({ state: stateIn(await router.findOrder(link.code), link, now) }),
});

/** The screen that the customer scans, and that says when it is paid. */
export async function screenPage(visit: StaffVisit, link: Link): Promise<PageAnswer> {
  const { words, at, staff } = visit;
  const order = await visit.router.findOrder(link.code);
  const state = stateIn(order, link, visit.now);
  const isOpen = state === "waiting" || state === "declined";
  const isOver = state === "paid" || state === "ended";
  const title = amountText(link.amount, visit.language);
  const { settledAt } = order.decisive ?? {};
  const { withdrawnAt } = link;
  const isAwaited = isOpen || state === "paying";
  const canCancel = isAwaited && withdrawnAt === undefined;
  const endings = {
    paid: settledAt && wholeText(visit.moment(settledAt)),
    ended: withdrawnAt ? words.canceled(wholeText(visit.moment(withdrawnAt))) : endOf(link, visit),
  };
  const end = isOver && endings[state];
  const body = html`<section id="charge" class="charge ${state}${title.length > 13 && " long"}" data-state="${state}">
<p class="dim"><bdi>${link.description}</bdi></p>
<p class="said" role="status">${words.screen[state]}</p>
${end && html`<p><strong>${end}</strong></p>`}
${isOpen && qrOf(link.url, words.qr)}
${isAwaited && html`<p class="awaiting" role="status">${words.awaiting}</p>`}
${isAwaited && !canCancel && html`<p>${words.withdrawNote}</p>`}
${state === "paying" && canCancel && html`<details><summary class="button quiet">${words.showAgain}</summary>${qrOf(link.url, words.qr)}</details>`}
${isOpen && html`<p class="spelled">${spelledOf(link)}</p>`}
${isOpen && link.until !== undefined && html`<p class="dim">${words.fields.until} <span class="whole">${visit.moment(link.until)}</span></p>`}
${state === "paid" && link.paid.count > 0 && waysToReceipt(visit, link, link.code, "button quiet")}
<p class="row">${!isOpen && html`<a class="button${!isOver && " quiet"}" href="${at("keypad")}">${words.next}</a>`}
${state === "ended" && html`<a class="button quiet" href="${at("")}?again=${link.code}">${words.again}</a>`}</p>
${!isOver && html`<noscript><meta http-equiv="refresh" content="5"></noscript>`}
${canCancel && staff.mayResolve && postForm(visit, `${link.code}/withdraw`, html`<input type="hidden" name="to" value="keypad"><button class="link">${words.cancel}</button>`)}
</section>`;
  return { title, body, ...(!isOver && { script: watching }) };
}
