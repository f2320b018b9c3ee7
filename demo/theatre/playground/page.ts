import { type Html, html } from "@ventanilla/web";
import type { Page } from "../../src/pages/layout.ts";
import type { Visit } from "../../src/visit.ts";
import {
  attributePanel,
  codePanel,
  methodPanel,
  modePanel,
  orderPanel,
  scenarioPanel,
  sourcePanel,
  themePanel,
} from "./controls.ts";
import { playgroundTexts } from "./texts.ts";

/** What a payment that is approved tells. */
const usualEvents = ["before", "open", "checking", "approved", "settled"];

/**
 * The page for trying every attribute, mode, theme and outcome of the element; `bank` is the address of the sandbox.
 */
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
      <div id="log-empty">
        <p class="fine">${say.logEmpty}</p>
        <ol class="sample">${usualEvents.map((name) => html`<li><p><code class="name">pay-${name}</code></p></li>`)}</ol>
      </div>
      <div role="log" id="log" aria-labelledby="log-title" data-run="${say.run}"></div>
    </section>
    ${orderPanel(language)}
    ${sourcePanel(language)}
  </div>
  <form id="controls" class="controls" autocomplete="off">
    <input type="hidden" name="order">
    ${scenarioPanel(language, bank)}
    ${codePanel(language)}
    ${modePanel(language)}
    ${methodPanel(language)}
    ${attributePanel(language)}
    ${themePanel(language)}
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
      <p class="fine" data-hint="unframed" hidden>${say.blankFrame}</p>
      <p class="fine" data-hint="card unframed">${say.atBank}
        <span class="card"><code id="card" translate="no"></code>
        <button type="button" class="quiet small" data-copy="#card" data-copied="${say.copied}">${say.copy}</button></span>
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
        <div class="row"><button class="quiet small">${say.send}</button></div>
        <p class="fine">${say.sendNote}</p>
      </div>
    </form>`;
}
