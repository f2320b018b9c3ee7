import { type Html, html } from "@ventanilla/web";
import type { Language } from "../texts.ts";
import { playgroundTexts } from "./texts.ts";

/** A row of choices of which one holds; `usual` to begin with. */
export function choice(name: string, usual: string, label: string, options: readonly Option[]): Html {
  return html`<div class="choice" role="radiogroup" aria-label="${label}">${options.map(
    ([value, words]) =>
      html`<label><input type="radio" name="${name}" value="${value}"${value === usual && html` checked`}><span>${words}</span></label>`,
  )}</div>`;
}

type Option = readonly [value: string, words: string];

function text(name: string, value = ""): Html {
  return html`<label><code>${name}</code> <input name="${name}" value="${value}" spellcheck="false"></label>`;
}

/** The element's attributes and, folded away, the properties that take objects. */
export function attributePanel(language: Language): Html {
  const say = playgroundTexts[language];
  const locales = [
    ["", say.localePage],
    ["es", "es"],
    ["en", "en"],
  ] as const;
  return html`<fieldset class="panel">
    <legend>${say.attributes}</legend>
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
    <details>
      <summary>${say.properties}</summary>
      <div class="pairs">${["messages", "launchFields", "requestInit"].map(
        (name) => html`<label><code>${name}</code>
        <textarea name="${name}" rows="2" spellcheck="false" placeholder="${examples[name] ?? ""}" aria-describedby="${name}-problem"></textarea>
        <span class="problem" id="${name}-problem" role="alert" hidden>${say.badJson}</span></label>`,
      )}</div>
    </details>
  </fieldset>`;
}

const examples: Record<string, string> = {
  messages: '{ "idle": "Pagar ya" }',
  launchFields: '{ "_csrf": "…" }',
  requestInit: '{ "headers": { "x-shop": "1" } }',
};

const tones = [
  ["accent", "#0b7a66"],
  ["success", "#15803d"],
  ["warning", "#b45309"],
  ["danger", "#dc2626"],
] as const;

/** The element's custom properties, ready-made themes, and the ground it stands on. */
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
  return html`<fieldset class="panel">
    <legend>${say.theme}</legend>
    <div class="row presets" role="group" aria-label="${say.presets}">${presets.map(
      ([name, label]) =>
        html`<button type="button" class="quiet small" data-preset="${name}"><i class="swatch ${name}"></i>${label}</button>`,
    )}</div>
    <div class="pairs">
      ${tones.map(
        ([name, color]) =>
          html`<label class="well">${property(name)} <input type="color" name="${name}" value="${color}"></label>`,
      )}
      <div><span>${say.ground}</span>${choice("ground", "", say.ground, [
        ["", say.groundPage],
        ["light", say.groundLight],
        ["dark", say.groundDark],
      ])}</div>
      <label>${property("radius")} <input type="range" name="radius" min="0" max="2" step="0.25" value="0.75"></label>
      <label>${property("font")} <select name="font">
        <option value="">${say.fontPage}</option>
        <option value="Rockwell, 'DejaVu Serif', serif">serif</option>
        <option value="ui-monospace, 'DejaVu Sans Mono', monospace">monospace</option>
      </select></label>
    </div>
  </fieldset>`;
}
