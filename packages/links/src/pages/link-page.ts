import { ArgumentError } from "@ventanilla/client";
import { formatMoney, html } from "@ventanilla/web";
import { isFixedOnce, type LinkState, stateOf } from "../link.ts";
import { useOf } from "../order/order.ts";
import type { Ticket } from "../order/ticket.ts";
import { receiptUrl } from "../receipt/receipt.ts";
import type { KeptUse } from "../tables.ts";
import { offer, sendForm, typedIn } from "./form.ts";
import { addressOf, goToLink, type LinkVisit, sendNotice, sendPage, sinceText } from "./frame.ts";

/** Shows the page of a link to this browser. Writes nothing: chats fetch pages for their previews. */
export async function showLink(visit: LinkVisit): Promise<void> {
  const { database, uses, router, request, link, ticket, language, words, wished, isSent, left, now } = visit;
  if (ticket !== undefined && isSent) return goToLink(visit, wished);
  const state = stateOf(link, now);
  const order = ticket?.order ?? (isFixedOnce(link) ? link.code : undefined);
  const use = order === undefined ? undefined : await database.read(() => uses.find(order));
  const mayPayAgain = state === "open" && !isFixedOnce(link);
  if (mayPayAgain && wished.includes("again")) return sendForm(visit, typedIn(ticket));
  const decisive = use && (await router.findOrder(use.order)).decisive;
  const isOwn = await router.isLauncher(use?.payment?.attempt ?? decisive?.id ?? "", request);
  if (use && (use.state === "paid" || decisive?.outcome === "approved")) {
    if (isOwn) return sendPaid(visit, use, mayPayAgain);
    return sendOver(visit, "paid", use.payment?.settledAt ?? decisive?.settledAt);
  }
  // A person has to find out whether it was charged: to this buyer, or to another.
  if (decisive?.outcome === "unknown") {
    return sendNotice(visit, isOwn ? words.outcome.unknown : "reviewOfOther", { link, mark: "alert" });
  }
  if (state !== "open") return sendOver(visit, state, undefined, decisive !== undefined && isOwn);
  if (decisive !== undefined && !isOwn && !wished.includes("mine")) {
    return sendNotice(visit, "busy", { link, waysOn: { mine: addressOf(link, language, ["mine"]) } });
  }
  // Others hold all that is left, which may be one.
  if (use?.state !== "begun" && left <= 0) {
    return sendNotice(visit, "held", { link, waysOn: { again: addressOf(link, language) } });
  }
  if (ticket === undefined || wished.includes("again")) return sendForm(visit, typedIn(ticket));
  return sendPay(visit, ticket);
}

/** Sends the page with the tag. What the link itself knows of its customer is shown to nobody. */
async function sendPay(visit: LinkVisit, ticket: Ticket): Promise<void> {
  const { router, origin, link, language, words } = visit;
  const { src: element } = await router.elementScript();
  const own = new URL(element).origin;
  if (own !== origin) {
    throw new ArgumentError(`publicUrl: expected one on the router's origin, ${own}: both need the buyer's cookie`);
  }
  const mount = element.slice(0, element.lastIndexOf("/"));
  const { order, amount } = useOf(link, ticket);
  const typed = typedIn(ticket);
  const back = addressOf(link, language).slice(origin.length);
  const button = words.pay(formatMoney(amount));
  const body = html`${offer(visit, amount, typed)}
<ventanilla-pay endpoint="${mount}" order="${order}" locale="${language}" label="${button}" return-to="${back}">
<form method="post" action="${mount}/attempts">
<input type="hidden" name="order" value="${order}"><input type="hidden" name="lang" value="${language}"><input type="hidden" name="returnTo" value="${back}">
<button>${button}</button>
</form>
</ventanilla-pay>
<p class="fine">${words.atBank}</p>
${(typed.email ?? typed.mobilePhone ?? typed.amount) && html`<p class="fine"><a href="${addressOf(link, language, ["again"])}">${words.change}</a></p>`}`;
  sendPage(visit, { title: `${link.description} · ${formatMoney(amount)}`, element, body });
}

/** Says that this browser has paid, and leads to the receipt, once `onPaid` has run. */
function sendPaid(visit: LinkVisit, { state, order, amount, payment }: KeptUse, mayPayAgain: boolean): void {
  const { link, language, words } = visit;
  const paid = { ...link, amount: payment?.approvedAmount ?? amount, max: undefined };
  const receipt = receiptUrl(visit, order, language);
  const another = mayPayAgain && { another: addressOf(link, language, ["again"]) };
  const first = sinceText(link, "paid", payment?.settledAt, language);
  const standing =
    state === "paid" ? { first, waysOn: { receipt, ...another } } : { first: words.arriving, refresh: 2 };
  sendNotice(visit, words.outcome.approved, { link: paid, mark: "good", ...standing });
}

/** Says why it is not to be paid now. `paid`: also where the router knows of it before `onPaid` has run. */
function sendOver(visit: LinkVisit, state: Exclude<LinkState, "open">, paidAt?: number, isUnderWay = false): void {
  const first = isUnderWay ? visit.words.underWay : sinceText(visit.link, state, paidAt, visit.language);
  const mark = ({ early: "plain", soldOut: "plain", paid: "good", expired: "off", withdrawn: "off" } as const)[state];
  sendNotice(visit, state, { link: visit.link, mark, first });
}
