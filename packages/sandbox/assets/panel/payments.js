// The ledger: sessions and REST transactions as they happen, newest first.
import { announce, arrange, batched, byId, make } from "./dom.js";
import { amount, card } from "./money.js";
import { details, fillSummary, stateOf, tickLeft } from "./payment-row.js";
import { onLanguage, t } from "./words.js";

const kept = 1000;
const shown = 200;
const waiting = new Set(["created", "opened", "challenged"]);
const toReview = new Set(["partial", "review", "pending"]);
const final = new Set(["approved", "declined", "cancelled", ...toReview]);

export class PaymentList {
  #list = byId("payment-list");
  #payments = new Map();
  #rows = new Map();
  #now;
  #actions;
  #changed;
  #filter = "";
  #news = [];

  /** Draws the list before the next frame. */
  render = batched(() => this.#update());

  /** @param now the sandbox's time; @param actions what the buttons of a row do; @param changed called after each drawing */
  constructor({ now, actions, changed }) {
    this.#now = now;
    this.#actions = actions;
    this.#changed = changed;
    onLanguage(() => {
      for (const row of this.#rows.values()) row.payment = undefined;
      this.render();
    });
  }

  load(sessions, transactions) {
    this.#payments.clear();
    this.#rows.clear();
    this.#list.replaceChildren();
    const all = [...sessions.slice(-kept).map(fromSession), ...transactions.slice(-kept).map(fromTransaction)];
    for (const payment of all.toSorted((a, b) => a.at - b.at)) this.#put(payment);
    this.render();
  }

  session(session) {
    this.#happened(fromSession(session));
  }

  transaction(transaction) {
    this.#happened(fromTransaction(transaction));
  }

  filter(text) {
    this.#filter = text.trim().toLowerCase();
    this.render();
  }

  /** The identifiers by which wire entries belong to the orders that match. */
  identifiers() {
    return [...this.#payments.values()]
      .filter((payment) => this.#matches(payment))
      .flatMap(({ id, order }) => [id, order].filter(Boolean));
  }

  tick() {
    const now = this.#now();
    for (const row of this.#rows.values()) {
      if (!row.element.isConnected || !row.payment) continue;
      const state = stateOf(row.payment, now);
      if (!row.summary.classList.contains(`state-${state}`)) fillSummary(row.summary, row.payment, now);
      else tickLeft(row.summary, now);
    }
  }

  #update() {
    const newestFirst = [...this.#payments.values()].toReversed();
    const matching = newestFirst.filter((payment) => this.#matches(payment));
    this.#showCounts(matching);
    arrange(
      this.#list,
      matching.slice(0, shown).map((payment) => this.#rowOf(payment)),
    );
    byId("payments-none").hidden = matching.length > 0;
    byId("payments-none").firstElementChild.textContent = t(this.#payments.size > 0 ? "noMatch" : "noPayments");
    const orders = [...new Set(newestFirst.map(({ order }) => order))].filter(Boolean).slice(0, 20);
    byId("orders").replaceChildren(...orders.map((order) => make("option", { value: order })));
    this.#changed();
  }

  #showCounts(payments) {
    const counts = { all: payments.length, approved: 0, declined: 0, review: 0, open: 0, warnings: 0 };
    for (const payment of payments) {
      const state = stateOf(payment, this.#now());
      if (state === "approved" || state === "declined") counts[state] += 1;
      else if (toReview.has(state)) counts.review += 1;
      else if (waiting.has(state)) counts.open += 1;
      counts.warnings += payment.warnings?.length ?? 0;
    }
    for (const [name, count] of Object.entries(counts)) {
      const figure = byId(`count-${name}`);
      const label = figure.previousElementSibling;
      figure.textContent = String(count);
      label.dataset.t = count === 1 ? `one_${name}` : `count_${name}`;
      label.textContent = t(label.dataset.t);
      figure.parentElement.classList.toggle("is-some", count > 0);
    }
  }

  #matches({ order, id, approvalCode }) {
    if (this.#filter === "" || order?.toLowerCase().includes(this.#filter)) return true;
    return [id, approvalCode].some((each) => each?.toLowerCase() === this.#filter);
  }

  #rowOf(payment) {
    let row = this.#rows.get(payment.key);
    if (row?.payment === payment) return row.element;
    if (!row) {
      const summary = make("summary");
      const unfold = make("details", { on: { toggle: () => this.#open(payment.key) } }, summary);
      row = { element: make("li", { class: "is-new" }, unfold), summary, unfold };
      this.#rows.set(payment.key, row);
    }
    row.payment = payment;
    fillSummary(row.summary, payment, this.#now());
    if (row.unfold.open) this.#open(payment.key);
    return row.element;
  }

  #open(key) {
    const { unfold, payment } = this.#rows.get(key);
    const focused = [...unfold.querySelectorAll("button")].indexOf(document.activeElement);
    unfold.querySelector(".row-details")?.remove();
    if (unfold.open) unfold.append(details(payment, this.#actions));
    if (focused >= 0) unfold.querySelectorAll("button")[focused]?.focus();
  }

  #happened(payment) {
    const before = this.#payments.get(payment.key);
    this.#put(payment);
    if (before?.state !== payment.state && final.has(stateOf(payment, this.#now()))) this.#tell(payment);
    this.render();
  }

  #put(payment) {
    this.#payments.set(payment.key, payment);
    if (this.#payments.size <= kept) return;
    const [oldest] = this.#payments.keys();
    this.#payments.delete(oldest);
    this.#rows.delete(oldest);
  }

  // At most one sentence in two seconds: a screen reader follows a shop, not a load test.
  #tell(payment) {
    if (this.#news.push(payment) > 1) return;
    setTimeout(() => {
      const [one] = this.#news;
      const sentence = `${one.order}: ${t(`state_${stateOf(one, this.#now())}`)}, ${amount(one.amount, one.currency)}`;
      announce(this.#news.length === 1 ? sentence : `${this.#news.length} ${t("changes")}`, true);
      this.#news = [];
    }, 2000);
  }
}

function fromSession(session) {
  const kinds = { "0100": "preauthorization", 2240: "confirmation" };
  const facts = ["transactionId", "creations", "visits", "queries", "charges"].map((name) => [name, session[name]]);
  return {
    ...session,
    key: `session ${session.id}`,
    kind: kinds[session.type] ?? "session",
    at: session.createdAt,
    facts: [["id", session.id], ["time", session.createdAt], ...facts],
  };
}

function fromTransaction(transaction) {
  const { id, operation, at, invoice, merchantId, maskedCard, approvalCode, original } = transaction;
  return {
    ...transaction,
    key: `transaction ${id}`,
    kind: operation,
    order: invoice,
    facts: [
      ["id", id],
      ["time", at],
      ["merchant", merchantId],
      ["card", card(maskedCard)],
      ["authorization", approvalCode],
      ["original", original],
    ],
  };
}
