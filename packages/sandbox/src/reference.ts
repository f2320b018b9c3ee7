import { responseCodes } from "@ventanilla/client/wire";
import { type Html, html } from "@ventanilla/web";
import type { ApiDocument } from "./openapi-document.ts";
import type { ApiOperation } from "./openapi-operation.ts";
import type { Schema } from "./openapi-schema.ts";
import { pageHead } from "./page/head.ts";
import { bankMark } from "./page/marks.ts";
import { fieldTable } from "./reference-fields.ts";
import { exchangeParts } from "./reference-messages.ts";

const styles = ["frame.css", ...["panel", "desk", "reference", "reference-fields"].map((name) => `panel/${name}.css`)];

/** An operation with its place. */
type Placed = { method: string; path: string; operation: ApiOperation };

/**
 * The document as a page to read: every operation and every field with an address of its own (`#sale`,
 * `#sale.card-number`), no script.
 */
export function referencePage(document: ApiDocument): Html {
  const operations: Placed[] = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
  const schemaOf = (schema: Schema): Schema => {
    const name = schema.$ref?.split("/").at(-1);
    return (name !== undefined && document.components.schemas[name]) || schema;
  };
  return html`${pageHead("en", `Reference · ${document.info.title}`, styles)}
<body class="panel reference">
<a class="skip" href="#content">Skip to the operations</a>
<header class="desk"><div class="desk-bank">${bankMark}<div><p class="desk-name">Sandbox Bank <span class="tag">Sandbox</span></p><h1>Reference</h1></div></div>
<nav class="desk-tools" aria-label="Sandbox"><a href="/">Control panel</a><a href="/openapi.json">openapi.json</a></nav></header>
<nav class="contents" aria-label="Operations">${document.tags.map(
    ({ name }) =>
      html`<h2>${name}</h2><ul>${operations
        .filter(({ operation }) => operation.tags.includes(name))
        .map(
          ({ operation, method }) =>
            html`<li><a href="#${operation.operationId}"><span class="method">${method}</span> ${operation.operationId}</a></li>`,
        )}</ul>`,
  )}<h2>Values</h2><ul><li><a href="#codes">Response codes</a></li></ul></nav>
<main class="articles" id="content" tabindex="-1">
<section class="intro"><p class="lead">${document.info.summary}</p><p>${prose(document.info.description)}</p></section>
${document.tags.map(
  ({ name, description }) => html`<section class="tag-section"><h2>${name}</h2><p>${prose(description)}</p>
${operations.filter(({ operation }) => operation.tags.includes(name)).map((placed) => article(placed, document, schemaOf))}</section>`,
)}
<section class="tag-section" id="codes"><h2>Response codes</h2><p>ResponseCode of the hosted page, response-code of REST. Approved is 00 alone.</p>
<dl class="codes">${responseCodes.map(({ code, description, finality }) => html`<div id="code.${code}" class="${finality}"><dt><a href="#code.${code}">${code}</a></dt><dd>${description}<span class="finality">${finality}</span></dd></div>`)}</dl></section>
</main>
</body>
</html>
`;
}

function article(
  { method, path, operation }: Placed,
  document: ApiDocument,
  schemaOf: (schema: Schema) => Schema,
): Html {
  const { operationId, summary, description, security } = operation;
  return html`<article id="${operationId}"><h3><a href="#${operationId}">${summary}</a></h3>
<p class="address"><span class="method">${method}</span> <code>${breakable(path)}</code></p>
${description !== undefined && html`<p>${prose(description)}</p>`}
${security && html`<p class="needs">Needs a bearer token. ${prose(document.components.securitySchemes.bearer?.description ?? "")}</p>`}
${fieldTable(operation, schemaOf)}
${exchangeParts(operation, document)}
</article>`;
}

/** Text whose `quoted parts` become code. */
function prose(text: string): Html {
  return html`${text.split("`").map((part, i) => (i % 2 === 1 ? html`<code>${part}</code>` : part))}`;
}

function breakable(path: string): Html {
  return html`${path.split(/(?<=\/)/).map((part) => html`${part}<wbr>`)}`;
}
