// The control panel: everything the bank does, as it happens, and every way to make it behave otherwise.
import { command, follow } from "./bank.js";
import { bankClock } from "./clock.js";
import { announce, byId, copyOnClick, fill, make } from "./dom.js";
import { FaultBoard } from "./faults.js";
import { remember, remembered } from "./memory.js";
import { PaymentList } from "./payments.js";
import { cardBox, switchBoard, TokenDesk } from "./tools.js";
import { WireSheet } from "./wire.js";
import { onLanguage, rememberedLanguage, setLanguage, t } from "./words.js";

const filter = byId("filter");
const clock = bankClock({ moved: () => tick() });
const payments = new PaymentList({
  now: clock.now,
  actions: { filter: (order) => filterBy(order), armFor },
  changed: () => filter.value && wire.draw(),
});
const wire = new WireSheet({
  belongs: () => (filter.value.trim() ? [filter.value.trim(), ...payments.identifiers()] : undefined),
});
const faults = new FaultBoard();
const switches = switchBoard();
const tokens = new TokenDesk({ now: clock.now });
const cards = cardBox();

let profile;

/** The bank's profile and, where it has one, its seed. Empty until the bank has answered. */
function showProfile() {
  if (profile === undefined) return;
  const { name, seed } = profile;
  const parts = [t(`profile_${name}`), seed !== undefined && `${t("seed")} ${seed}`].filter(Boolean);
  fill(byId("profile"), ...parts.flatMap((part, i) => [i > 0 && " ", make("span", {}, part)]));
  byId("profile").dataset.profile = name;
}

function tick() {
  clock.show();
  payments.tick();
  tokens.tick();
}

follow({
  opened(state, wireEntries) {
    clock.set(state.clock, state.batchClose);
    payments.load(state.sessions, state.transactions);
    wire.load(wireEntries);
    faults.load(state.faults);
    switches.load(state.switches);
    tokens.load(state.tokens);
    cards.load(state.cards);
    profile = { name: state.profile, seed: state.seed };
    showProfile();
  },
  happened(kind, value) {
    if (kind === "session") payments.session(value);
    else if (kind === "transaction") payments.transaction(value);
    else if (kind === "wire") wire.add(value);
    else if (kind === "clock") {
      clock.set(value);
      payments.render();
    } else if (kind === "fault") faults.update(value);
    else if (kind === "switch") switches.update(value);
    else if (kind === "token") tokens.update(value);
  },
  changed(link) {
    byId("link").dataset.state = link;
    const label = byId("link").querySelector("[data-t]");
    label.dataset.t = link;
    label.textContent = t(link);
  },
});
setInterval(tick, 1000);

function filterBy(order) {
  filter.value = order;
  payments.filter(order);
  wire.draw();
}

function armFor(order) {
  byId("fault-order").value = order;
  choose("faults");
  byId("times").focus();
}

filter.addEventListener("input", () => filterBy(filter.value));

byId("address").textContent = location.origin;
copyOnClick(byId("address"), () => location.origin);

const empty = byId("empty");
let forgetting;
empty.addEventListener("click", () => void emptyLedger());

async function emptyLedger() {
  const sure = empty.dataset.t === "emptySure";
  clearTimeout(forgetting);
  askIfSure(!sure);
  if (!sure) forgetting = setTimeout(() => askIfSure(false), 4000);
  else if (await command("POST", "reset")) {
    payments.load([], []);
    wire.load([]);
    tokens.load([]);
    announce(t("emptied"));
  }
}

function askIfSure(asking) {
  empty.dataset.t = asking ? "emptySure" : "empty";
  empty.textContent = t(empty.dataset.t);
  empty.classList.toggle("is-sure", asking);
}

const tabs = [...document.querySelectorAll("[role=tab]")];

function choose(name) {
  for (const tab of tabs) {
    const chosen = tab.id === `tab-${name}`;
    tab.ariaSelected = String(chosen);
    tab.tabIndex = chosen ? 0 : -1;
    byId(tab.getAttribute("aria-controls")).hidden = !chosen;
  }
}

for (const [i, tab] of tabs.entries()) {
  tab.addEventListener("click", () => choose(tab.getAttribute("aria-controls")));
  tab.addEventListener("keydown", ({ key }) => {
    const to = { ArrowRight: i + 1, ArrowLeft: i - 1, Home: 0, End: tabs.length - 1 }[key];
    if (to === undefined) return;
    const next = tabs.at(to % tabs.length);
    choose(next.getAttribute("aria-controls"));
    next.focus();
  });
}

// WCAG 2.1.4: single-key shortcuts can be turned off, because speech input may trigger them.

const help = byId("help");
const shortcutsOn = byId("shortcuts-on");
const shortcutsKey = "ventanilla-panel-shortcuts";
shortcutsOn.checked = remembered(shortcutsKey) !== "off";
shortcutsOn.addEventListener("change", () => remember(shortcutsKey, shortcutsOn.checked ? "on" : "off"));
byId("help-button").addEventListener("click", () => help.showModal());

const goTo = (name) => {
  if (tabs.some((tab) => tab.id === `tab-${name}`)) {
    choose(name);
    byId(`tab-${name}`).focus();
  } else byId(name).focus();
  byId(name).scrollIntoView({ block: "nearest" });
};
const shortcuts = {
  "/": () => filter.focus(),
  1: () => goTo("payments"),
  2: () => goTo("wire"),
  3: () => goTo("faults"),
  4: () => goTo("switches"),
  5: () => goTo("tokens"),
  6: () => goTo("cards"),
  p: () => wire.togglePause(),
  "+": () => clock.advance(),
  "?": () => help.showModal(),
};

addEventListener("keydown", (event) => {
  if (event.key === "Escape" && !help.open && filter.value) return filterBy("");
  if (!shortcutsOn.checked || help.open || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.closest("input, select, textarea")) return;
  const run = shortcuts[event.key];
  if (!run) return;
  event.preventDefault();
  run();
});

for (const button of document.querySelectorAll("[data-language]"))
  button.addEventListener("click", () => setLanguage(button.dataset.language));
onLanguage(showProfile);
onLanguage(() => {
  const { lang } = document.documentElement;
  byId("reference").href = `/reference?lang=${lang}`;
  for (const link of document.querySelectorAll("[data-batch]"))
    link.href = `/control/batch.csv?batch=${link.dataset.batch}&lang=${lang}`;
});
const earlier = rememberedLanguage();
if (earlier && earlier !== document.documentElement.lang) setLanguage(earlier);
