import { type Html, html } from "@ventanilla/web";
import type { ApiDocument } from "../openapi/document.ts";
import type { ApiOperation, ApiResponse } from "../openapi/operation.ts";
import type { Say } from "./reference-fields.ts";

type Content = ApiResponse["content"];

/** The examples of an operation: what is sent, and each answer with its status. */
export function exchangeParts(
  { operationId, requestBody, responses }: ApiOperation,
  document: ApiDocument,
  say: Say,
): Html {
  const answers = Object.entries(responses).map(([status, response]): [string, ApiResponse] => {
    if (!("$ref" in response)) return [status, response];
    return [status, document.components.responses[response.$ref.split("/").at(-1) ?? ""] ?? { description: "" }];
  });
  return html`${requestBody && html`<h4>${say("Request")}</h4>${examples(requestBody.content, true, say)}`}
<h4>${say("Answers")}</h4>${answers.map(
    ([status, { description, content }]) =>
      html`<details class="answer" id="${operationId}.${status}"${status === "200" && html` open`}><summary><span class="status s${status[0]}">${status}</span> ${plain(say(description))}</summary>${examples(content, false, say)}</details>`,
  )}`;
}

function examples(content: Content, folded: boolean, say: Say): Html {
  return html`${Object.entries(content ?? {}).map(([type, { example, examples: several = {} }]) => {
    const all = example === undefined ? Object.entries(several) : [["", { value: example }] as const];
    return all.map(([name, one], i) => {
      const title = "summary" in one && one.summary ? say(one.summary) : name;
      const body = html`<pre><code>${lines(written(type, one.value))}</code></pre>`;
      return folded && all.length > 1
        ? html`<details${i === 0 && html` open`}><summary>${title} <span class="type">${type}</span></summary>${body}</details>`
        : html`<p class="type">${title !== "" && `${title} · `}${type}</p>${body}`;
    });
  })}`;
}

function written(type: string, value: unknown): string {
  if (typeof value === "string") return value;
  if (type !== "application/x-www-form-urlencoded") return JSON.stringify(value, null, 2);
  return Object.entries(value as Record<string, string>)
    .map(([name, text]) => `${name}=${text}`)
    .join("\n");
}

/** Lines that hang below their start where they are broken. */
function lines(text: string): Html[] {
  return text.split("\n").map((line) => html`<span>${line}\n</span>`);
}

function plain(text: string): string {
  return text.replaceAll("`", "");
}
