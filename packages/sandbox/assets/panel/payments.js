// The ledger: sessions and REST transactions as they happen, newest first.
import { announce, arrange, batched, byId, make } from "./dom.js";
import { details, fillSummary, stateOf, tickLeft } from "./payment-row.js";
import { amount, onLanguage, t } from "./words.js";

const kept = 1000;
const shown = 200;
const waiting = new Set(["created", "opened", "challenged"]);
const final = new Set(["approved", "declined", "cancelled"]);

/** @param now the sandbox's time; @param actions what the buttons of a row do */
export function paymentList({ now, actions, changed }) {
  const list = byId("payment-list");
  const payments = new Map();
  const rows = new Map();
  let filter = "";
  let news = [];

  const render = batched(() => {
    const matching = [];
    let warned = 0;
    const counts = { all: 0, approved: 0, declined: 0, open: 0 };
    for (const payment of [...payments.values()].toReversed()) {
      if (!matches(payment)) continue;
      const state = stateOf(payment, now());
      counts.all += 1;
      if (state === "approved" || state === "declined") counts[state] += 1;
      else if (waiting.has(state)) counts.open += 1;
      warned += payment.warnings?.length ?? 0;
      if (matching.length < shown) matching.push(payment);
    }
    for (const [name, count] of Object.entries({ ...counts, warnings: warned })) {
      byId(`count-${name}`).textContent = String(count);
      byId(`count-${name}`).parentElement.classList.toggle("is-some", count > 0);
    }
    arrange(list, matching.map(rowOf));
    byId("payments-none").hidden = matching.length > 0;
    byId("payments-none").firstElementChild.textContent = t(payments.size > 0 ? "noMatch" : "noPayments");
    byId("orders").replaceChildren(...orders().map((order) => make("option", { value: order })));
    changed();
  });

  function matches({ order, id }) {
    return filter === "" || order?.toLowerCase().includes(filter) || id?.toLowerCase() === filter;
  }

  function orders() {
    return [...new Set([...payments.values()].toReversed().map(({ order }) => order))].filter(Boolean).slice(0, 20);
  }

  function rowOf(payment) {
    let row = rows.get(payment.id);
    if (row?.payment === payment) return row.element;
    if (!row) {
      const summary = make("summary");
      const unfold = make("details", { on: { toggle: () => open(payment.id) } }, summary);
      row = { element: make("li", { class: "is-new" }, unfold), summary, unfold };
      rows.set(payment.id, row);
    }
    row.payment = payment;
    fillSummary(row.summary, payment, now());
    if (row.unfold.open) open(payment.id);
    return row.element;
  }

  function open(id) {
    const { unfold, payment } = rows.get(id);
    const focused = [...unfold.querySelectorAll("button")].indexOf(document.activeElement);
    unfold.querySelector(".row-details")?.remove();
    if (unfold.open) unfold.append(details(payment, actions));
    if (focused >= 0) unfold.querySelectorAll("button")[focused]?.focus();
  }

  function put(payment, quiet) {
    const before = payments.get(payment.id);
    payments.set(payment.id, payment);
    if (payments.size > kept) {
      const [oldest] = payments.keys();
      payments.delete(oldest);
      rows.delete(oldest);
    }
    if (!quiet && before?.state !== payment.state && final.has(stateOf(payment, now()))) tell(payment);
    render();
  }

  // At most one sentence in two seconds: a screen reader follows a shop, not a load test.
  function tell(payment) {
    if (news.push(payment) > 1) return;
    setTimeout(() => {
      const [one] = news;
      const sentence = `${one.order}: ${t(`state_${stateOf(one, now())}`)}, ${amount(one.amount, one.currency)}`;
      announce(news.length === 1 ? sentence : `${news.length} ${t("changes")}`, true);
      news = [];
    }, 2000);
  }

  onLanguage(() => {
    for (const row of rows.values()) row.payment = undefined;
    render();
  });

  return {
    load(sessions, transactions) {
      payments.clear();
      rows.clear();
      list.replaceChildren();
      const all = [...sessions.slice(-kept).map(fromSession), ...transactions.slice(-kept).map(fromTransaction)];
      for (const payment of all.toSorted((a, b) => a.at - b.at)) put(payment, true);
      render();
    },
    session: (session) => put(fromSession(session), false),
    transaction: (transaction) => put(fromTransaction(transaction), false),
    filter(text) {
      filter = text.trim().toLowerCase();
      render();
    },
    /** The identifiers by which wire entries belong to the orders that match. */
    identifiers: () =>
      [...payments.values()]
        .filter(matches)
        .flatMap(({ id, order }) => [id.replace(/^[st]:/, ""), order].filter(Boolean)),
    tick() {
      for (const row of rows.values()) {
        if (!row.element.isConnected || !row.payment) continue;
        const state = stateOf(row.payment, now());
        if (!row.summary.classList.contains(`state-${state}`)) fillSummary(row.summary, row.payment, now());
        else tickLeft(row.summary, now());
      }
    },
    render,
  };
}

function fromSession(session) {
  const kinds = { "0100": "preauthorization", 2240: "confirmation" };
  const facts = ["transactionId", "creations", "visits", "queries", "charges"].map((name) => [name, session[name]]);
  return {
    ...session,
    id: `s:${session.id}`,
    kind: kinds[session.type] ?? "session",
    at: session.createdAt,
    facts: [["id", session.id], ["time", session.createdAt], ...facts],
  };
}

function fromTransaction(transaction) {
  const { id, operation, at, invoice, merchantId, maskedCard, approvalCode, original } = transaction;
  return {
    ...transaction,
    id: `t:${id}`,
    kind: operation,
    order: invoice,
    facts: [
      ["id", id],
      ["time", at],
      ["merchant", merchantId],
      ["card", maskedCard],
      ["authorization", approvalCode],
      ["original", original],
    ],
  };
}
