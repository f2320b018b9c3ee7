import { type Html, html } from "@ventanilla/web";
import type { Page } from "../pages/layout.ts";
import { formatPesos } from "../price.ts";
import type { Visit } from "../visit.ts";
import { attributePanel, choice, themePanel } from "./controls.ts";
import { amountOf, scenarios } from "./scenarios.ts";
import { playgroundTexts } from "./texts.ts";

const methods = ["pay", "cancel", "checkStatus", "focusWindow", "reset"];
const modes = ["auto", "popup", "redirect", "modal"] as const;

/** The page where every attribute, mode, theme and outcome of the element is tried; `bank` is the sandbox's panel. */
export function playgroundPage({ language }: Visit, bank: string): Page {
  const say = playgroundTexts[language];
  return {
    title: say.title,
    styles: ["playground", "playground-controls"],
    scripts: ["/assets/playground/page.js", "/playground/payments/element.js"],
    body: html`
<h1>${say.title}</h1>
<p class="lead">${say.intro}</p>
<div class="playground">
  <div class="watch">
    ${stage(language)}
    <section class="panel log" aria-labelledby="log-title">
      <header><h2 id="log-title">${say.log}</h2><button type="button" class="quiet small" id="clear">${say.clear}</button></header>
      <p class="fine" id="log-empty">${say.logEmpty}</p>
      <div role="log" aria-labelledby="log-title"><ol id="log"></ol></div>
    </section>
  </div>
  <form id="controls" class="controls" autocomplete="off">
    <input type="hidden" name="order">
    <fieldset class="panel">
      <legend>${say.scenario}</legend>
      <div class="scenarios">${scenarios.map((scenario, i) => {
        const [name, note] = say.scenarios[scenario.id];
        return html`<label><input type="radio" name="scenario" value="${scenario.id}"${i === 0 && html` checked`}
          data-code="${scenario.code}" data-fault="${scenario.fault ?? ""}" data-card="${scenario.card}"
          data-amount="${formatPesos(amountOf(scenario))}"><span><b>${name}</b><small>${note}</small></span></label>`;
      })}</div>
      <p class="fine"><a href="${bank}/" target="_blank" rel="noreferrer">${say.panel}</a></p>
    </fieldset>
    <fieldset class="panel">
      <legend>${say.answer} <code>order()</code></legend>
      <label class="switch"><input type="checkbox" name="installments"><code>installments: true</code></label>
      <p class="fine">${say.installments}</p>
      <label class="switch"><input type="checkbox" name="capture"><code>capture: "later"</code></label>
      <p class="fine">${say.captureLater}</p>
    </fieldset>
    <fieldset class="panel">
      <legend>${say.mode} <code>mode</code></legend>
      ${choice(
        "mode",
        "auto",
        say.mode,
        modes.map((mode) => [mode, mode]),
      )}
      ${modes.map((mode) => html`<p class="fine" data-mode="${mode}" hidden>${say.modes[mode]}</p>`)}
      <label class="switch" data-mode="modal" hidden><input type="checkbox" id="framing">${say.framing}</label>
    </fieldset>
    ${attributePanel(language)}
    ${themePanel(language)}
    <section class="panel" aria-labelledby="methods-title">
      <h2 id="methods-title">${say.methods}</h2>
      <div class="row">${methods.map((name) => html`<button type="button" class="quiet small" data-method="${name}"><code>${name}()</code></button>`)}</div>
    </section>
    <section class="panel code" aria-labelledby="code-title">
      <header><h2 id="code-title">${say.code}</h2>
      <button type="button" class="quiet small" data-copy="#code" data-copied="${say.copied}">${say.copy}</button></header>
      ${choice(
        "framework",
        "HTML",
        say.code,
        ["HTML", "React", "Vue", "Svelte"].map((name) => [name, name]),
      )}
      <pre tabindex="0" aria-labelledby="code-title"><code id="code"></code></pre>
      <button type="button" class="quiet small" id="link" data-copied="${say.copied}">${say.link}</button>
    </section>
  </form>
</div>`,
  };
}

/** The tag as it stands in a shop's form, and what to do at the bank. */
function stage(language: Visit["language"]): Html {
  const say = playgroundTexts[language];
  return html`<form class="panel window stage" id="shop" aria-label="${say.stage}">
      <header><span>${say.order} <code id="order"></code></span>
      <button type="button" class="quiet small" id="new-order">${say.newOrder}</button></header>
      <p class="amount" id="amount"></p>
      <ventanilla-pay endpoint="/playground/payments" locale="${language}"></ventanilla-pay>
      <p class="fine" data-when="installments" hidden>${say.firstInstallments}</p>
      <p class="fine" data-hint="card">${say.atBank}
        <span class="card"><code id="card"></code>
        <button type="button" class="quiet tiny" data-copy="#card" data-copied="${say.copied}">${say.copy}</button></span>
        ${say.anyDate}</p>
      <p class="fine" data-hint="cancelled" hidden>${say.pressCancel}</p>
      <p class="fine" data-hint="unreachable" hidden>${say.noBank}</p>
      <div data-when="capture" hidden>
        <p class="fine">${say.thenCapture}</p>
        <div class="row">
          <button type="button" class="quiet small" data-capture="all">${say.captureAll}</button>
          <button type="button" class="quiet small" data-capture="half">${say.captureHalf}</button>
        </div>
      </div>
      <div data-when="required" hidden>
        <button class="big">${say.send}</button>
        <p class="fine">${say.sendNote}</p>
      </div>
    </form>`;
}
