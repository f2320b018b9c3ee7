// The wire log: every request to the bank, newest first, unfolding to headers and bodies.
import { arrange, batched, byId, copyOnClick, fullWarning, make, reasonLine, warningLine, warningsOf } from "./dom.js";
import { onLanguage, t, timeOfDay } from "./words.js";

const kept = 500;
const shown = 200;
const orderField = /(?:"(?:OrdenI[Dd]|invoice-number)"\s*:\s*"|\bOrdenI[Dd]=)([\w.:/#!-]{1,40})/;

export class WireSheet {
  #list = byId("wire-list");
  #pauseButton = byId("pause");
  #fresh = byId("fresh");
  #belongs;
  #entries = [];
  #visible = 0;
  #count = 0;
  #paused = false;
  #render = batched(() => this.#update());

  /** @param belongs the identifiers of what the filter matches, undefined without a filter */
  constructor({ belongs }) {
    this.#belongs = belongs;
    this.#pauseButton.addEventListener("click", () => this.togglePause());
    this.#fresh.addEventListener("click", () => {
      this.draw();
      this.#list.querySelector("summary")?.focus();
    });
    onLanguage(() => {
      for (const entry of this.#entries) entry.element = undefined;
      this.draw();
    });
  }

  load(all) {
    this.#entries = all.slice(-kept);
    this.#count = this.#entries.length;
    this.draw();
    this.#render();
  }

  add(entry) {
    this.#entries.push(entry);
    this.#count += 1;
    if (this.#entries.length > kept) this.#entries = this.#entries.slice(-kept);
    this.#render();
  }

  togglePause() {
    this.#paused = !this.#paused;
    this.#pauseButton.ariaPressed = String(this.#paused);
    this.#pauseButton.dataset.t = this.#paused ? "resume" : "pause";
    this.#pauseButton.textContent = t(this.#pauseButton.dataset.t);
    this.#render();
  }

  draw() {
    this.#visible = this.#count;
    this.#fresh.hidden = true;
    const identifiers = this.#belongs();
    const matching = identifiers ? this.#entries.filter((entry) => concerns(entry, identifiers)) : this.#entries;
    arrange(this.#list, matching.slice(-shown).toReversed().map(elementOf));
  }

  // A reader who has unfolded an entry, or has paused, keeps their place.
  get #isHeld() {
    return this.#paused || this.#list.querySelector("details[open]") !== null;
  }

  #update() {
    const waiting = this.#count - this.#visible;
    const held = this.#isHeld && waiting > 0 && this.#visible > 0;
    this.#fresh.hidden = !held;
    this.#fresh.textContent = `${waiting} ${t(waiting === 1 ? "newEntry" : "newEntries")}`;
    byId("wire-none").hidden = this.#entries.length > 0;
    if (!held) this.draw();
  }
}

function elementOf(entry) {
  entry.element ??= row(entry);
  return entry.element;
}

function concerns(entry, identifiers) {
  entry.text ??= `${entry.path} ${entry.request.body} ${entry.response.body}`;
  return identifiers.some((identifier) => entry.text.includes(identifier));
}

function row(entry) {
  const { at, method, path, status, ms, reason } = entry;
  const warnings = warningsOf(entry);
  const [, order] = orderField.exec(entry.request.body) ?? [];
  const family = status ? `s${String(status)[0]}` : "s0";
  const unfold = make(
    "details",
    {
      on: {
        toggle: () => {
          if (unfold.open && unfold.children.length === 1) unfold.append(exchange(entry));
        },
      },
    },
    make(
      "summary",
      { class: "call" },
      make("time", {}, timeOfDay(at)),
      make("span", { class: "method" }, method),
      make("span", { class: "path" }, ...inParts(path), " ", order && make("span", { class: "call-order" }, order)),
      make("span", { class: `status ${family}` }, status ? String(status) : "×"),
      make("span", { class: "ms" }, ms === undefined ? "" : `${ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms`),
      reason && reasonLine("call-reason", reason),
      warnings.length > 0 &&
        make(
          "span",
          { class: "call-warnings" },
          make("span", { class: "visually-hidden" }, `${t("warning")}: `),
          make("span", { "aria-hidden": "true" }, "▲ "),
          warningLine(warnings[0]),
          warnings.length > 1 && ` +${warnings.length - 1}`,
        ),
    ),
  );
  return make("li", { class: "is-new" }, unfold);
}

/** A path that breaks at its slashes before it breaks anywhere else. */
function inParts(path) {
  return path.split(/(?=[/?&])/).flatMap((part) => [make("wbr"), part]);
}

function exchange(entry) {
  const { request, response } = entry;
  const warnings = warningsOf(entry);
  return make(
    "div",
    { class: "exchange" },
    warnings.length > 0 &&
      make("ul", { class: "row-warnings" }, ...warnings.map((warning) => make("li", {}, fullWarning(warning)))),
    message("request", request),
    message("response", response),
  );
}

function message(name, { headers, body }) {
  const text = pretty(body);
  const copyButton = make("button", { type: "button", class: "quiet" }, t("copyBody"));
  copyOnClick(copyButton, () => text);
  return make(
    "section",
    { class: "message" },
    make("div", { class: "message-head" }, make("h3", {}, t(name)), text !== "" && copyButton),
    make(
      "details",
      { class: "headers" },
      make("summary", {}, `${t("headers")} (${Object.keys(headers).length})`),
      make(
        "dl",
        {},
        ...Object.entries(headers).map(([key, value]) =>
          make("div", {}, make("dt", {}, key), make("dd", {}, String(value))),
        ),
      ),
    ),
    text === "" ? make("p", { class: "no-body" }, t("noBody")) : make("pre", {}, make("code", {}, text)),
  );
}

/** JSON indented, a form one field a line, anything else as it came. */
function pretty(text) {
  if (/^\s*[[{]/.test(text)) {
    try {
      return JSON.stringify(JSON.parse(text), null, 2);
    } catch {
      return text;
    }
  }
  return /^[\w.%+-]+=[^\s<>]*$/.test(text)
    ? [...new URLSearchParams(text)].map(([key, value]) => `${key} = ${value}`).join("\n")
    : text;
}
