// The playground's page: the settings of the controls go into the tag, the address and the code to copy.
import { codeFor } from "./code.js";
import { keepLog } from "./log.js";
import { orderSource } from "./order-source.js";
import { presets } from "./presets.js";

const find = (selector) => document.querySelector(selector);
const all = (selector) => [...document.querySelectorAll(selector)];
const controls = find("#controls");
const shop = find("#shop");
const pay = find("ventanilla-pay");
const log = keepLog(find("#log"), find("#log-empty"));

const attributes = ["endpoint", "mode", "locale", "label", "name", "return-to", "scrim"];
const properties = { messages: "messages", launchFields: "launchFields", requestInit: "requestInit" };
const theme = ["accent", "radius", "font", "success", "warning", "danger"];
const tokens = [...theme, "window-size"];

const read = () => Object.fromEntries(new FormData(controls));
const usual = read();

function write(state) {
  for (const [name, value] of Object.entries(state)) {
    const field = controls.elements[name];
    if (field instanceof HTMLInputElement && field.type === "checkbox") field.checked = Boolean(value);
    else if (field) field.value = value;
  }
}

/** The settings that differ from those of a new page: only they go into the address, and into the code. */
function changes() {
  const state = read();
  return Object.fromEntries(Object.entries(state).filter(([name, value]) => value !== (usual[name] ?? "")));
}

/** Every setting of a ready-made theme; those of a new page for the one without a name. */
function themeOf(preset) {
  return { ...Object.fromEntries([...theme, "background"].map((name) => [name, usual[name]])), ...presets[preset] };
}

function newOrder() {
  const { code, fault } = find("[name=scenario]:checked").dataset;
  const word = Array.from(crypto.getRandomValues(new Uint8Array(6)), (byte) => (byte % 36).toString(36)).join("");
  const { installments, capture } = controls.elements;
  const way = installments.checked ? "i" : capture.checked ? "l" : "";
  write({ order: `P${code}${way}-${word}${fault}` });
}

/** An object property from its JSON. Shows a message beside the field when it is not an object. */
function objectFrom(name) {
  const field = controls.elements[name];
  let value;
  let wrong = false;
  try {
    value = field.value.trim() ? JSON.parse(field.value) : undefined;
    wrong = value !== undefined && (value === null || typeof value !== "object");
  } catch {
    wrong = true;
  }
  field.setAttribute("aria-invalid", String(wrong));
  find(`#${name}-problem`).hidden = !wrong;
  return wrong ? undefined : value;
}

function applyTag(state, changed) {
  for (const name of attributes) {
    // The element's defaults are left out; these two have other defaults here.
    const value = ["endpoint", "name"].includes(name) || name in changed ? state[name] : "";
    if (value) pay.setAttribute(name, value);
    else pay.removeAttribute(name);
  }
  for (const name of ["required", "disabled"]) pay.toggleAttribute(name, name in state);
  for (const [name, property] of Object.entries(properties)) pay[property] = objectFrom(name);
  for (const name of tokens) {
    const value = name in changed ? (name === "radius" ? `${state[name]}rem` : state[name]) : "";
    pay.style.setProperty(`--ventanilla-${name}`, value);
  }
  pay.order = orderSource(state.source, state.order);
}

function applyPage(state, changed) {
  const { dataset, value: scenario } = find("[name=scenario]:checked");
  find("#order").textContent = state.order;
  find("#amount").textContent = dataset.amount;
  find("#card").textContent = dataset.card.replace(/(?<=^(?:.{4})+)(?=.)/g, " ");
  for (const hint of all("[data-hint]")) {
    const special = ["cancelled", "unreachable", "unframed"].includes(scenario) ? scenario : "card";
    hint.hidden = !hint.dataset.hint.split(" ").includes(special);
  }
  for (const name of ["mode", "source"]) {
    for (const part of all(`[data-${name}]`)) part.hidden = !part.dataset[name].split(" ").includes(state[name]);
  }
  for (const part of all("[data-when]")) part.hidden = !(part.dataset.when in state);
  for (const button of all("[data-preset]")) {
    const whole = themeOf(button.dataset.preset);
    button.setAttribute("aria-pressed", String(Object.keys(whole).every((name) => state[name] === whole[name])));
  }
  shop.dataset.background = state.background;
  find("#code").textContent = codeFor(state.framework, state, changed);
}

function apply() {
  const state = read();
  const changed = changes();
  applyTag(state, changed);
  applyPage(state, changed);
  history.replaceState(null, "", `?${new URLSearchParams(changed)}`);
}

/** Copies on click, and says so on the button for a moment. */
function copyOnClick(button, text) {
  const label = button.textContent;
  let labelTimer;
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(text());
    button.textContent = button.dataset.copied;
    clearTimeout(labelTimer);
    labelTimer = setTimeout(() => {
      button.textContent = label;
    }, 1500);
  });
}

const calls = {
  async pay() {
    log.add("pay()", await pay.pay());
  },
  cancel: () => log.add("cancel()", pay.cancel()),
  async checkStatus() {
    log.add("checkStatus()", await pay.checkStatus());
  },
  focusWindow: () => log.add("focusWindow()", pay.focusWindow()),
  reset: () => log.add("reset()", pay.reset()),
};

/** Lets others frame the bank's page, or not. */
function setFraming(isAllowed) {
  find("#framing").checked = isAllowed;
  const body = new URLSearchParams({ framing: isAllowed ? "allowed" : "refused" });
  void fetch("/playground/bank", { method: "POST", body });
}

/** What opens in a dialog is seen there, unless that it stays blank is what was chosen. */
function frameDialog() {
  const { mode, scenario } = read();
  if (mode === "modal") setFraming(scenario !== "unframed");
}

write(Object.fromEntries(new URLSearchParams(location.search)));
frameDialog();
if (!controls.elements.order.value) newOrder();
apply();

// Some stand beside the tag.
find(".playground").addEventListener("input", ({ target }) => {
  if (target.form !== controls) return;
  if (target.value === "unframed") write({ mode: "modal" });
  if (["scenario", "mode"].includes(target.name)) frameDialog();
  if (target.name === "installments") write({ capture: false });
  if (target.name === "capture") write({ installments: false });
  if (["scenario", "installments", "capture"].includes(target.name)) newOrder();
  apply();
});
controls.addEventListener("submit", (event) => event.preventDefault());
shop.addEventListener("submit", (event) => {
  event.preventDefault();
  log.add("submit", Object.fromEntries(new FormData(shop)));
});
find("#new-order").addEventListener("click", () => {
  newOrder();
  apply();
});
find("#clear").addEventListener("click", log.clear);
copyOnClick(find("#link"), () => location.href);
find("#framing").addEventListener("change", ({ target }) => setFraming(target.checked));
for (const button of all("[data-capture]")) {
  button.addEventListener("click", async () => {
    const body = new URLSearchParams({ order: controls.elements.order.value, part: button.dataset.capture });
    const answer = await fetch("/playground/capture", { method: "POST", body });
    log.add("capture()", await answer.json());
  });
}
for (const button of all("[data-copy]")) copyOnClick(button, () => find(button.dataset.copy).textContent);
for (const button of all("[data-method]")) button.addEventListener("click", calls[button.dataset.method]);
for (const button of all("[data-preset]")) {
  button.addEventListener("click", () => {
    write(themeOf(button.dataset.preset));
    apply();
  });
}
