// The card form, made comfortable. Everything here can be missing: the server checks the same.
import { groupDigits, problemsOf, schemeOf } from "./card-form.js";

const form = document.querySelector("form");
const { number, expiry, cvv } = form.elements;
const fields = { number, expiry, cvv };
const text = JSON.parse(form.dataset.texts);
const thisMonth = form.dataset.month;
const summary = document.getElementById("summary");
const status = document.getElementById("status");
const pay = form.querySelector("[value=pay]");
const payLabel = [...pay.childNodes];
const cards = [...document.querySelectorAll("[data-number]")];
const testNumbers = new Set(cards.map((card) => card.dataset.number));
let sending = false;

const digitsOf = (value) => value.replace(/\D/g, "");
const problems = () =>
  problemsOf({ number: number.value, expiry: expiry.value, cvv: cvv.value }, thisMonth, testNumbers);

function showProblem(name, problem) {
  const error = document.getElementById(`${name}-error`);
  error.textContent = problem ? text.problems[problem] : "";
  error.hidden = !problem;
  if (problem) fields[name].setAttribute("aria-invalid", "true");
  else fields[name].removeAttribute("aria-invalid");
}

function showSummary(found) {
  summary.replaceChildren();
  const names = Object.keys(found);
  if (names.length === 0) return;
  const title = document.createElement("p");
  title.textContent = names.length === 1 ? text.summaryOne : text.summaryMany;
  const list = document.createElement("ul");
  for (const name of names) {
    const link = document.createElement("a");
    link.href = `#${name}`;
    link.textContent = form.querySelector(`label[for=${name}]`).textContent;
    const item = document.createElement("li");
    item.append(link);
    list.append(item);
  }
  summary.append(title, list);
  if (found.number === "numberNotTest") document.querySelector(".test-cards").open = true;
}

function showScheme() {
  const scheme = schemeOf(digitsOf(number.value));
  for (const mark of document.querySelectorAll(".scheme")) {
    mark.classList.toggle("is-this", mark.dataset.scheme === scheme);
    mark.classList.toggle("is-other", scheme !== undefined && mark.dataset.scheme !== scheme);
  }
  document.getElementById("cvv-hint").textContent =
    scheme === undefined ? text.cvvHintAny : scheme === "amex" ? text.cvvHintAmex : text.cvvHint;
}

/** Writes `value` into a field and keeps the caret behind the same number of digits. */
function rewrite(input, value) {
  if (value === input.value) return;
  const digitsBefore = digitsOf(input.value.slice(0, input.selectionStart ?? 0)).length;
  const atEnd = input.selectionStart === input.value.length;
  input.value = value;
  let caret = 0;
  for (let seen = 0; caret < value.length && seen < digitsBefore; caret++) if (/\d/.test(value[caret])) seen++;
  if (document.activeElement === input)
    input.setSelectionRange(atEnd ? value.length : caret, atEnd ? value.length : caret);
}

number.addEventListener("input", () => {
  rewrite(number, groupDigits(digitsOf(number.value).slice(0, 19)));
  showScheme();
});

expiry.addEventListener("input", (event) => {
  // The slash is already there when the buyer types one, too.
  if (expiry.value.includes("//")) rewrite(expiry, expiry.value.replace(/\/{2,}/, "/"));
  // A deleted slash stays deleted: otherwise the digit before it could not be deleted.
  if (event.inputType?.startsWith("delete") || !/^\d+$/.test(expiry.value)) return;
  const typed = /^[2-9]$/.test(expiry.value) ? `0${expiry.value}` : expiry.value;
  if (typed.length === 2 || typed.length > 4) rewrite(expiry, `${typed.slice(0, 2)}/${typed.slice(2)}`);
  else if (typed.length > 2) rewrite(expiry, `${typed.slice(0, 2)}/${typed.slice(2, 4)}`);
});

cvv.addEventListener("input", () => rewrite(cvv, digitsOf(cvv.value).slice(0, 4)));

for (const [name, input] of Object.entries(fields)) {
  // A field shows its error when the buyer goes on to another field, and hides it as soon as the value is right. No
  // error appears on the way to a button: it would move the button from under the pointer.
  input.addEventListener("blur", ({ relatedTarget }) => {
    if (input.value !== "" && Object.values(fields).includes(relatedTarget)) showProblem(name, problems()[name]);
  });
  input.addEventListener("input", () => {
    if (input.hasAttribute("aria-invalid") && !problems()[name]) showProblem(name);
  });
}

form.addEventListener("submit", (event) => {
  if (sending) return event.preventDefault();
  if (event.submitter?.value === "cancel") return;
  const found = problems();
  for (const name of Object.keys(fields)) showProblem(name, found[name]);
  showSummary(found);
  const [first] = Object.keys(found);
  if (first) {
    event.preventDefault();
    fields[first].focus();
    return;
  }
  sending = true;
  pay.textContent = text.sending;
  status.textContent = text.sending;
  form.classList.add("is-sending");
});

// Back from the next page, kept alive by the browser: the form works again.
addEventListener("pageshow", (event) => {
  if (!event.persisted) return;
  sending = false;
  pay.replaceChildren(...payLabel);
  status.textContent = "";
  form.classList.remove("is-sending");
});

for (const card of cards) {
  const button = document.createElement("button");
  button.type = "button";
  const use = document.createElement("span");
  use.className = "test-use";
  use.textContent = text.testCardUse;
  button.append(...card.childNodes, use);
  button.addEventListener("click", () => {
    const digits = card.dataset.number;
    number.value = groupDigits(digits);
    expiry.value = `12/${String(Number(thisMonth.slice(2, 4)) + 3).padStart(2, "0")}`;
    cvv.value = schemeOf(digits) === "amex" ? "1234" : "123";
    for (const name of Object.keys(fields)) showProblem(name);
    showSummary({});
    showScheme();
    status.textContent = text.testCardFilled;
    pay.focus();
  });
  card.append(button);
}

showScheme();
