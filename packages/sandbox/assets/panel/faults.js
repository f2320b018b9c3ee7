// The faults as rows of lamps, and the strip that always shows what is armed.
import { command } from "./bank.js";
import { announce, byId, icon, make } from "./dom.js";
import { onLanguage, own, t } from "./words.js";

const places = ["session", "page", "result", "return", "rest"];

export class FaultBoard {
  #faults = [];
  #board = byId("fault-list");
  // Below the lists, all groups open would be three screens long.
  #closed = new Set(matchMedia("(max-width: 59.99rem)").matches ? places.slice(1) : []);

  constructor() {
    onLanguage(() => this.#render());
  }

  load(all) {
    this.#faults = all;
    this.#render();
  }

  update(fault) {
    const merged = (known) => (known.id === fault.id ? { ...known, armed: undefined, ...fault } : known);
    this.load(this.#faults.map(merged));
  }

  #render() {
    keepFocus(this.#board, () =>
      this.#board.replaceChildren(...places.map((where) => this.#group(where)).filter(Boolean)),
    );
    keepFocus(byId("armed"), () => showArmed(this.#faults.filter((fault) => fault.armed)));
  }

  #group(where) {
    const here = this.#faults.filter((fault) => fault.where === where);
    if (here.length === 0) return undefined;
    const armed = here.filter((fault) => fault.armed).length;
    return make(
      "details",
      {
        class: "group",
        open: !this.#closed.has(where),
        on: { toggle: ({ target }) => (target.open ? this.#closed.delete(where) : this.#closed.add(where)) },
      },
      make(
        "summary",
        { data: { focus: where } },
        make("span", {}, t(`where_${where}`)),
        make(
          "span",
          { class: armed ? "group-count is-armed" : "group-count" },
          armed ? `${armed} / ${here.length}` : String(here.length),
        ),
      ),
      make("ul", {}, ...here.map((fault) => make("li", {}, lamp(fault)))),
    );
  }
}

async function toggle(fault) {
  if (fault.armed) return disarm(fault);
  const order = byId("fault-order").value.trim();
  const times = Math.max(1, Math.trunc(byId("times").valueAsNumber) || 1);
  const done = await command("POST", "faults", { fault: fault.id, times, ...(order && { order }) });
  if (done) announce(`${t("faultArmed")}: ${own(fault)}`);
}

async function disarm(fault) {
  if (await command("DELETE", `faults/${encodeURIComponent(fault.id)}`))
    announce(`${t("faultDisarmed")}: ${own(fault)}`);
}

async function disarmAll() {
  if (await command("DELETE", "faults")) announce(t("noneArmed"));
}

function lamp(fault) {
  const { armed } = fault;
  return make(
    "button",
    {
      type: "button",
      class: "lamp-row",
      "aria-pressed": String(Boolean(armed)),
      data: { focus: fault.id, fault: fault.id },
      on: { click: () => toggle(fault) },
    },
    make("span", { class: "lamp" }),
    make("span", { class: "lamp-name" }, own(fault)),
    make("code", { class: "lamp-id" }, `${fault.id} · !${fault.code}`),
    armed && make("span", { class: "lamp-left" }, terms(armed)),
  );
}

function terms({ times, order }) {
  return `×${times}${order ? ` · ${order}` : ""}`;
}

/** The strip with all armed faults. */
function showArmed(armed) {
  byId("armed").classList.toggle("is-armed", armed.length > 0);
  if (armed.length === 0)
    return byId("armed").replaceChildren(make("p", { class: "armed-none", data: { t: "noneArmed" } }, t("noneArmed")));
  byId("armed").replaceChildren(
    make("p", { class: "armed-title" }, make("span", { class: "lamp" }), `${t("armed")}: ${armed.length}`),
    make(
      "ul",
      {},
      ...armed.map((fault) =>
        make(
          "li",
          {},
          make("code", {}, fault.id),
          make("span", { class: "armed-terms" }, terms(fault.armed)),
          make(
            "button",
            {
              type: "button",
              "aria-label": `${t("disarm")} ${fault.id}`,
              data: { focus: fault.id },
              on: { click: () => disarm(fault) },
            },
            icon("cross"),
          ),
        ),
      ),
    ),
    make(
      "button",
      { type: "button", class: "armed-all", data: { focus: "all" }, on: { click: disarmAll } },
      t("disarmAll"),
    ),
  );
}

/** Redraws and gives the focus back to what stood where it was; `data-focus` names it. */
function keepFocus(container, redraw) {
  const name = container.contains(document.activeElement) ? document.activeElement.dataset.focus : undefined;
  redraw();
  if (name === undefined) return;
  const same = container.querySelector(`[data-focus="${CSS.escape(name)}"]`);
  (same ?? container.querySelector("button"))?.focus();
}
