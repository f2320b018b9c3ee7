// The wire log: every request to the bank, newest first, unfolding to headers and bodies.
import { arrange, batched, byId, copyOnClick, make, reasonLine } from "./dom.js";
import { onLanguage, t, timeOfDay } from "./words.js";

const kept = 500;
const shown = 200;
const orderField = /(?:"(?:OrdenI[Dd]|invoice-number)"\s*:\s*"|\bOrdenI[Dd]=)([\w.:/#!-]{1,40})/;

/** @param belongs the identifiers of what the filter matches, undefined without a filter */
export function wireLog({ belongs }) {
  const list = byId("wire-list");
  const pauseButton = byId("pause");
  const fresh = byId("fresh");
  let entries = [];
  let visible = 0;
  let count = 0;
  let paused = false;

  // Whoever reads an entry, or has paused, is not to lose their place.
  const isHeld = () => paused || list.querySelector("details[open]") !== null;

  const render = batched(() => {
    const waiting = count - visible;
    const held = isHeld() && waiting > 0 && visible > 0;
    fresh.hidden = !held;
    fresh.textContent = `${waiting} ${t("newEntries")}`;
    byId("wire-none").hidden = entries.length > 0;
    if (!held) draw();
  });

  function draw() {
    visible = count;
    fresh.hidden = true;
    const identifiers = belongs();
    const matching = identifiers ? entries.filter((entry) => concerns(entry, identifiers)) : entries;
    arrange(list, matching.slice(-shown).toReversed().map(elementOf));
  }

  function elementOf(entry) {
    entry.element ??= row(entry);
    return entry.element;
  }

  function setPaused(next) {
    paused = next;
    pauseButton.ariaPressed = String(paused);
    pauseButton.dataset.t = paused ? "resume" : "pause";
    pauseButton.textContent = t(pauseButton.dataset.t);
    render();
  }

  pauseButton.addEventListener("click", () => setPaused(!paused));
  fresh.addEventListener("click", () => {
    draw();
    list.querySelector("summary")?.focus();
  });
  onLanguage(() => {
    for (const entry of entries) entry.element = undefined;
    draw();
  });

  return {
    load(all) {
      entries = all.slice(-kept);
      count = entries.length;
      draw();
      render();
    },
    add(entry) {
      entries.push(entry);
      count += 1;
      if (entries.length > kept) entries = entries.slice(-kept);
      render();
    },
    filter: () => draw(),
    togglePause: () => setPaused(!paused),
    draw,
  };
}

function concerns(entry, identifiers) {
  entry.text ??= `${entry.path} ${asText(entry.request?.body)} ${asText(entry.response?.body)}`;
  return identifiers.some((identifier) => entry.text.includes(identifier));
}

function row(entry) {
  const { at, method, path, status, ms, warnings = [], reason } = entry;
  const [, order] = orderField.exec(asText(entry.request?.body)) ?? [];
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
      make("span", { class: "path" }, ...inParts(path), order && make("span", { class: "call-order" }, ` ${order}`)),
      make("span", { class: `status ${family}` }, status ? String(status) : "×"),
      make("span", { class: "ms" }, ms === undefined ? "" : `${ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms`),
      reason && reasonLine("call-reason", reason),
      warnings.length > 0 &&
        make(
          "span",
          { class: "call-warnings" },
          make("span", { class: "visually-hidden" }, `${t("warning")}: `),
          make("span", { "aria-hidden": "true" }, "▲ "),
          make("span", { lang: "en" }, warnings[0]),
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

function exchange({ request = {}, response = {}, warnings = [] }) {
  return make(
    "div",
    { class: "exchange" },
    warnings.length > 0 &&
      make("ul", { class: "row-warnings", lang: "en" }, ...warnings.map((warning) => make("li", {}, warning))),
    message("request", request),
    message("response", response),
  );
}

function message(name, { headers = {}, body }) {
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
function pretty(body) {
  const text = asText(body);
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

function asText(body) {
  if (body === undefined || body === null) return "";
  return typeof body === "string" ? body : JSON.stringify(body);
}
