// One payment as a line of the ledger, and what unfolds below it.
import { fill, fullWarning, icon, make, reasonLine, warningLine, warningsOf } from "./dom.js";
import { amount } from "./money.js";
import { span, t, timeOfDay } from "./words.js";

const marks = {
  challenged: "opened",
  partial: "review",
  settled: "approved",
  voided: "reversed",
  refunded: "reversed",
};
const tones = {
  approved: "good",
  settled: "good",
  declined: "bad",
  partial: "alert",
  review: "alert",
  pending: "alert",
};
const unpaid = new Set(["created", "opened", "challenged", "cancelled"]);
const charges = new Set(["session", "preauthorization", "sale", "checkIn"]);
/** The codes of a charge that are neither an approval nor a refusal, each with the state that it stands for. */
const openCodes = JSON.parse(document.body.dataset.openCodes);

/**
 * The state of a payment. An unpaid session is expired from the time that the bank names; `now` is the bank's. A charge
 * whose code is not final, or approves in part, is neither approved nor declined.
 */
export function stateOf({ state, kind, code, expiresAt }, now) {
  if (unpaid.has(state)) return now >= expiresAt ? "expired" : state;
  const isDecided = state === "approved" || state === "declined";
  return (isDecided && charges.has(kind) && openCodes[code]) || state;
}

/** One warning: a misspelling as `name → right name`, any other as `sentence` makes it. */
function warningOf(payment, index, sentence) {
  const { misspellings = [] } = payment;
  const found = misspellings.find(({ warning }) => warning === index);
  if (!found) return sentence(warningsOf(payment)[index]);
  return make(
    "span",
    { class: "warning-text" },
    make("del", {}, found.sent),
    make("span", { "aria-hidden": "true" }, " → "),
    make("ins", {}, found.meant),
  );
}

/** Fills the visible line of a row: mark, order, amount, code, state, why it was declined, first warning. */
export function fillSummary(summary, payment, now) {
  const state = stateOf(payment, now);
  const warnings = payment.warnings ?? [];
  summary.className = `row state-${state}`;
  const waits = unpaid.has(state) && state !== "cancelled";
  const kind = t(`kind_${payment.kind}`);
  fill(
    summary,
    icon(marks[state] ?? state),
    make("span", { class: "row-order" }, payment.order || "—"),
    make("span", { class: "row-amount" }, amount(payment.amount, payment.currency)),
    make(
      "span",
      { class: "row-about" },
      make("time", {}, timeOfDay(payment.at)),
      ` · ${kind}`,
      waits ? make("span", { class: "row-left", data: { until: payment.expiresAt } }, "") : "",
    ),
    make(
      "span",
      { class: "row-state" },
      make("span", { class: `badge ${tones[state] ?? ""}` }, t(`state_${state}`)),
      payment.code ? make("span", { class: "code" }, payment.code) : "",
    ),
    payment.reason && reasonLine("row-reason", payment.reason),
    warnings.length > 0 &&
      make(
        "span",
        { class: "row-warning" },
        icon("warning"),
        make("span", { class: "visually-hidden" }, `${t("warning")}: `),
        warningOf(payment, 0, warningLine),
        warnings.length > 1 && make("span", { class: "row-more" }, `+${warnings.length - 1}`),
      ),
  );
  tickLeft(summary, now);
}

/** Brings the time left of the rows that wait up to date. */
export function tickLeft(within, now) {
  for (const left of within.querySelectorAll("[data-until]")) {
    const ms = Number(left.dataset.until) - now;
    left.textContent = ms > 0 ? `\u00a0· ${t("left").replace("{}", span(ms))}` : "";
  }
}

/** What a row unfolds to: all warnings, the facts, and what can be done with the order. */
export function details(payment, actions) {
  const warnings = payment.warnings ?? [];
  return make(
    "div",
    { class: "row-details" },
    warnings.length > 0 &&
      make(
        "ul",
        { class: "row-warnings" },
        ...warnings.map((_, index) => make("li", {}, warningOf(payment, index, fullWarning))),
      ),
    make(
      "dl",
      {},
      ...payment.facts
        .filter(([, value]) => value !== undefined && value !== "")
        .map(([name, value]) =>
          make(
            "div",
            {},
            make("dt", {}, t(`fact_${name}`)),
            make("dd", {}, name === "time" ? timeOfDay(value) : String(value)),
          ),
        ),
    ),
    payment.order &&
      make(
        "p",
        { class: "row-actions" },
        make(
          "button",
          { type: "button", class: "quiet", on: { click: () => actions.filter(payment.order) } },
          t("onlyThis"),
        ),
        make(
          "button",
          { type: "button", class: "quiet", on: { click: () => actions.armFor(payment.order) } },
          t("armForThis"),
        ),
      ),
  );
}
