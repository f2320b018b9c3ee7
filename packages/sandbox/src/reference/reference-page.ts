import { responseCodes } from "@ventanilla/client/wire";
import { type Html, html, wholeNames } from "@ventanilla/web";
import type { Language } from "../hosted/purchase.ts";
import type { ApiDocument } from "../openapi/document.ts";
import type { ApiOperation } from "../openapi/operation.ts";
import type { Schema } from "../openapi/schema.ts";
import { pageHead } from "../page/head.ts";
import { bankMark } from "../page/marks.ts";
import { pageTexts } from "../page/texts.ts";
import { fieldTable, type Say } from "./reference-fields.ts";
import { exchangeParts } from "./reference-messages.ts";

const styles = ["frame.css", ...["panel", "desk", "reference", "reference-fields"].map((name) => `panel/${name}.css`)];

/** An operation with its place. */
type Placed = { method: string; path: string; operation: ApiOperation };

/** What the page's parts are made with. */
type Parts = { document: ApiDocument; say: Say; schemaOf: (schema: Schema) => Schema };

/**
 * The document as a page to read: every operation and every field with an address of its own (`#sale`,
 * `#sale.card-number`), no script. Each operation is folded: the browser unfolds it for its address, a search in the page
 * and the printer.
 *
 * @param translated gives each sentence of the page in `language`, by the English one
 */
export function referencePage(document: ApiDocument, language: Language, translated: Say): Html {
  const say: Say = (english) => wholeNames(translated(english));
  const operations: Placed[] = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
  const schemaOf = (schema: Schema): Schema => {
    const name = schema.$ref?.split("/").at(-1);
    return (name !== undefined && document.components.schemas[name]) || schema;
  };
  const ofTag = (tag: string) => operations.filter(({ operation }) => operation.tags.includes(tag));
  return html`${pageHead(language, `${say("Reference")} · ${say(document.info.title)}`, styles)}
<body class="panel reference">
<a class="skip" href="#content">${say("Skip to the operations")}</a>
${desk(language, say)}
<nav class="contents" tabindex="0" aria-label="${say("Operations")}"><p class="jumps"><a href="#content">${say("Operations")}</a><a href="#codes">${say("Response codes")}</a></p>${document.tags.map(
    ({ name }) =>
      html`<h2>${say(name)}</h2><ul>${ofTag(name).map(
        ({ operation, method }) =>
          html`<li><a href="#${operation.operationId}"><span class="method">${method}</span> <span>${say(operation.summary)}</span></a></li>`,
      )}</ul>`,
  )}<h2>${say("Values")}</h2><ul><li><a href="#codes">${say("Response codes")}</a></li></ul></nav>
<main class="articles" id="content" tabindex="-1">
<section class="intro"><p class="lead">${say(document.info.summary)}</p><p>${prose(say(document.info.description))}</p></section>
${document.tags.map(
  ({ name, description }) => html`<section class="tag-section"><h2>${say(name)}</h2><p>${prose(say(description))}</p>
${ofTag(name).map((placed) => article(placed, { document, say, schemaOf }))}</section>`,
)}
${codes(say)}
</main>
</body>
</html>
`;
}

function desk(language: Language, say: Say): Html {
  const other = language === "es" ? "en" : "es";
  return html`<header class="desk"><div class="desk-bank">${bankMark}<div><p class="desk-name">${say("Sandbox Bank")} <span class="tag">Sandbox</span></p><h1>${say("Reference")}</h1></div></div>
<nav class="desk-tools" aria-label="Sandbox"><a href="/reference?lang=${other}" lang="${other}" hreflang="${other}">${pageTexts[language].otherLanguage}</a><a href="/?lang=${language}">${say("Control panel")}</a><a href="/openapi.json" hreflang="en">openapi.json</a></nav></header>`;
}

/** What becomes of a payment: the few codes first that do not decline it. */
const outcomes = { approved: "approved", pending: "being checked", review: "under review", declined: "declined" };

function codes(say: Say): Html {
  return html`<section class="tag-section" id="codes"><h2>${say("Response codes")}</h2><p>${say("ResponseCode on the hosted page, response-code in REST. Only 00 means approved. Show buyers the sentence, never the code. The words here are the bank's own, some of them in English.")}</p>
${Object.entries(outcomes).map(([outcome, name]) => {
  const meant = responseCodes.filter(({ finality }) => finality === outcome);
  return html`<details class="roomy"><summary class="head"><h3>${say(name)} <span class="type">${meant.length}</span></h3></summary><h3>${say(name)}</h3><dl class="codes">${meant.map(({ code, description }) => html`<div id="code.${code}"><dt><a href="#code.${code}">${code}</a></dt><dd>${description}</dd></div>`)}</dl></details>`;
})}</section>`;
}

function article({ method, path, operation }: Placed, { document, say, schemaOf }: Parts): Html {
  const { operationId, summary, description, security } = operation;
  return html`<article><details><summary class="head"><h3>${say(summary)}</h3> <span class="address"><span class="method">${method}</span> <code>${breakable(path)}</code></span></summary>
<span class="place" id="${operationId}"></span><div>
${description !== undefined && html`<p>${prose(say(description))}</p>`}
${security && html`<p class="needs">${say("Needs a bearer token.")} ${prose(say(document.components.securitySchemes.bearer?.description ?? ""))}</p>`}
${fieldTable(operation, schemaOf, say)}
${exchangeParts(operation, document, say)}
</div></details></article>`;
}

/** Text whose `quoted parts` become code. */
function prose(text: string): Html {
  return html`${text.split("`").map((part, i) => (i % 2 === 1 ? html`<code>${part}</code>` : part))}`;
}

function breakable(path: string): Html {
  return html`${path.split(/(?<=\/)/).map((part) => html`${part}<wbr>`)}`;
}
