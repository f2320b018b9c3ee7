import { type Html, html } from "@ventanilla/web";
import { formatPesos } from "../../src/price.ts";
import type { Language } from "../../src/texts.ts";
import { amountOf, scenarios } from "./scenarios.ts";
import { playgroundTexts } from "./texts.ts";

/** A row of options of which one is chosen; `usual` at first. */
function choice(name: string, usual: string, label: string, options: readonly Option[]): Html {
  return html`<div class="choice" role="radiogroup" aria-label="${label}">${options.map(
    ([value, words]) =>
      html`<label><input type="radio" form="controls" name="${name}" value="${value}"${value === usual && html` checked`}><span>${words}</span></label>`,
  )}</div>`;
}

type Option = readonly [value: string, words: string];

/** A panel that is folded on a phone, under its name; beside the tag there is nothing to unfold. */
function folded(name: string, content: Html): Html {
  return html`<details class="panel roomy"><summary>${name}</summary>${content}</details>`;
}

function text(name: string, value = ""): Html {
  return html`<label><code>${name}</code> <input name="${name}" value="${value}" spellcheck="false"></label>`;
}

/** How the payment ends. */
export function scenarioPanel(language: Language, bank: string): Html {
  const say = playgroundTexts[language];
  return html`<fieldset class="panel">
      <legend>${say.scenario}</legend>
      <div class="scenarios">${scenarios.map((scenario, i) => {
        const [name, note] = say.scenarios[scenario.id];
        return html`<label><input type="radio" name="scenario" value="${scenario.id}"${i === 0 && html` checked`}
          data-code="${scenario.code}" data-fault="${scenario.fault ?? ""}" data-card="${scenario.card}"
          data-amount="${formatPesos(amountOf(scenario))}"><span><b>${name}</b><small>${note}</small></span></label>`;
      })}</div>
      <p class="fine"><a href="${bank}/" target="_blank" rel="noreferrer">${say.panel}</a></p>
    </fieldset>`;
}

/** Whether the tag knows the order, or a function makes it when the buyer presses. */
export function sourcePanel(language: Language): Html {
  const say = playgroundTexts[language];
  return folded(
    say.source,
    html`<fieldset>
      <legend>${say.source} <code>order</code></legend>
      ${choice("source", "id", say.source, Object.entries(say.sources))}
      <p class="fine" data-source="id" hidden>${say.sourceId}</p>
      <p class="fine" data-source="slow failing never" hidden>${say.sourceMade}</p>
    </fieldset>`,
  );
}

/** What `order()` answers. */
export function orderPanel(language: Language): Html {
  const say = playgroundTexts[language];
  return folded(
    say.answer,
    html`<fieldset>
      <legend>${say.answer} <code>order()</code></legend>
      <div class="pairs">
        <div><label class="switch"><input type="checkbox" form="controls" name="installments"><code>installments: true</code></label>
        <p class="fine">${say.installments}</p></div>
        <div><label class="switch"><input type="checkbox" form="controls" name="capture"><code>capture: "later"</code></label>
        <p class="fine">${say.captureLater}</p></div>
      </div>
    </fieldset>`,
  );
}

const modes = ["auto", "popup", "redirect", "modal"] as const;

const windowSizes: readonly Option[] = [
  ["", "480 × 760"],
  ["380px 620px", "380 × 620"],
  ["760px 900px", "760 × 900"],
];

/** Where the bank's page opens. */
export function modePanel(language: Language): Html {
  const say = playgroundTexts[language];
  return folded(
    say.mode,
    html`<fieldset>
      <legend>${say.mode} <code>mode</code></legend>
      ${choice("mode", "auto", say.mode, itself(modes))}
      ${modes.map((mode) => html`<p class="fine" data-mode="${mode}" hidden>${say.modes[mode]}</p>`)}
      <div data-mode="auto popup" hidden>
        <label><code>--ventanilla-window-size</code> <select name="window-size">${windowSizes.map(
          ([value, words]) => html`<option value="${value}">${words}</option>`,
        )}</select></label>
        <label class="switch"><input type="checkbox" name="scrim" value="off"><code>scrim="off"</code></label>
        <p class="fine">${say.scrim}</p>
      </div>
      <label class="switch" data-mode="modal" hidden><input type="checkbox" id="framing">${say.framing}</label>
    </fieldset>`,
  );
}

/** Options whose values are their words. */
const itself = (values: readonly string[]): Option[] => values.map((value) => [value, value]);

const methods = ["pay", "cancel", "reset", "checkStatus", "focusWindow"];

/** Closed: the element's methods. */
export function methodPanel(language: Language): Html {
  const say = playgroundTexts[language];
  return html`<details class="panel">
    <summary>${say.methods}</summary>
    <div class="row">${methods.map((name) => html`<button type="button" class="quiet small" data-method="${name}"><code>${name}()</code></button>`)}</div>
  </details>`;
}

/** The code of the tag as it is set here. */
export function codePanel(language: Language): Html {
  const say = playgroundTexts[language];
  return folded(
    say.code,
    html`<section aria-labelledby="code-title">
      <header><h2 id="code-title">${say.code}</h2>
      <button type="button" class="quiet small" data-copy="#code" data-copied="${say.copied}">${say.copy}</button></header>
      ${choice("framework", "HTML", say.code, itself(["HTML", "React", "Vue", "Svelte"]))}
      <pre tabindex="0" aria-labelledby="code-title"><code id="code" translate="no"></code></pre>
      <button type="button" class="quiet small" id="link" data-copied="${say.copied}">${say.link}</button>
    </section>`,
  );
}

/** Closed: the element's attributes and the properties that take objects. */
export function attributePanel(language: Language): Html {
  const say = playgroundTexts[language];
  const locales = [
    ["", say.localePage],
    ["es", "es"],
    ["en", "en"],
  ] as const;
  return html`<details class="panel">
    <summary>${say.attributes}</summary>
    <div class="pairs">
      ${text("label")}
      <div><code>locale</code>${choice("locale", "", "locale", locales)}</div>
      ${text("name", "payment")}
      ${text("return-to")}
      ${text("endpoint", "/playground/payments")}
      <div class="row">${["required", "disabled"].map(
        (name) => html`<label class="switch"><input type="checkbox" name="${name}"><code>${name}</code></label>`,
      )}</div>
    </div>
    <h3>${say.properties}</h3>
    <div class="pairs">${["messages", "launchFields", "requestInit"].map(
      (name) => html`<label><code>${name}</code>
        <textarea name="${name}" rows="2" spellcheck="false" placeholder="${examples[name] ?? ""}" aria-describedby="${name}-problem"></textarea>
        <span class="problem" id="${name}-problem" role="alert" hidden>${say.badJson}</span></label>`,
    )}</div>
  </details>`;
}

const examples: Record<string, string> = {
  messages: '{ "idle": "Pagar ya" }',
  launchFields: '{ "_csrf": "…" }',
  requestInit: '{ "headers": { "x-shop": "1" } }',
};

const colors = [
  ["accent", "#0b7a66"],
  ["success", "#15803d"],
  ["warning", "#b45309"],
  ["danger", "#dc2626"],
] as const;

/** Closed: the element's custom properties, ready-made themes, and the background of the page. */
export function themePanel(language: Language): Html {
  const say = playgroundTexts[language];
  const presets = [
    ["", say.presetDefault],
    ["larimar", "Larimar"],
    ["ambar", "Ámbar"],
    ["cacao", "Cacao"],
    ["noche", "Noche"],
  ] as const;
  const property = (name: string) => html`<code>--ventanilla-${name}</code>`;
  return html`<details class="panel">
    <summary>${say.theme}</summary>
    <div class="row presets" role="group" aria-label="${say.presets}">${presets.map(
      ([name, label]) =>
        html`<button type="button" class="quiet small" data-preset="${name}"><i class="swatch ${name}"></i>${label}</button>`,
    )}</div>
    <div class="pairs">
      ${colors.map(
        ([name, color]) =>
          html`<label class="well">${property(name)} <input type="color" name="${name}" value="${color}"></label>`,
      )}
      <div><span>${say.background}</span>${choice("background", "", say.background, [
        ["", say.backgroundPage],
        ["light", say.backgroundLight],
        ["dark", say.backgroundDark],
      ])}</div>
      <label>${property("radius")} <input type="range" name="radius" min="0" max="2" step="0.25" value="0.75"></label>
      <label>${property("font")} <select name="font">
        <option value="">${say.fontPage}</option>
        <option value="Rockwell, 'DejaVu Serif', serif">serif</option>
        <option value="ui-monospace, 'DejaVu Sans Mono', monospace">monospace</option>
      </select></label>
    </div>
  </details>`;
}
