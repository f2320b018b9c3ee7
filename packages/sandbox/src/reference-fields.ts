import { type Html, html } from "@ventanilla/web";
import type { ApiOperation } from "./openapi-operation.ts";
import type { Schema } from "./openapi-schema.ts";

/** A field of a request: its schema, and what it is in each of the request's variants. */
type Field = { name: string; schema: Schema; requirements: (string | undefined)[] };

const meanings: Record<string, string> = {
  M: "mandatory",
  O: "optional",
  C: "conditional",
  mandatory: "mandatory",
  present: "may be empty",
  optional: "optional",
};

/** The fields of an operation's request and which depend on each other; nothing when it has none. */
export function fieldTable(operation: ApiOperation, schemaOf: (schema: Schema) => Schema): Html | false {
  const parameters = operation.parameters ?? [];
  if (parameters.length > 0) {
    const fields = parameters.map(({ name, schema, description, in: place }) => ({
      name,
      schema: { ...schema, description: `${description} (${place})` },
      requirements: ["mandatory"],
    }));
    return table(operation.operationId, fields, [""]);
  }
  const [media] = Object.values(operation.requestBody?.content ?? {});
  if (media === undefined) return false;
  const { oneOf, anyOf } = media.schema;
  // The fields of a direct form are those of a session's creation, and are listed there.
  const variants = (oneOf ?? anyOf?.slice(0, 1) ?? [media.schema]).map(schemaOf);
  const names = [...new Set(variants.flatMap(({ properties = {} }) => Object.keys(properties)))];
  const fields = names.map((name): Field => {
    const found = variants.map(({ properties = {} }) => properties[name]);
    const described = found.find((schema) => schema !== undefined) ?? {};
    const constants = found.flatMap((schema) => schema?.const ?? []);
    return {
      name,
      schema: constants.length > 0 ? { ...described, enum: constants } : described,
      requirements: found.map((schema) => schema?.["x-requirement"]),
    };
  });
  const columns = variants.map((variant) => /\((\d{4})\)$/.exec(variant.title ?? "")?.[1] ?? "");
  const conditions = variants.flatMap((variant) => variant["x-conditions"] ?? []);
  return html`${table(operation.operationId, fields, columns)}
${anyOf && html`<p>Or, as a direct form, all fields of <a href="#createSession">createSession</a>.</p>`}
${conditions.length > 0 && html`<h4>Conditions</h4><ul class="conditions">${conditions.map((condition) => html`<li>${condition}</li>`)}</ul>`}`;
}

function table(id: string, fields: readonly Field[], columns: readonly string[]): Html {
  return html`<div class="scroller" role="region" aria-label="Fields of ${id}" tabindex="0"><table><thead><tr><th scope="col">Field</th>${columns.map((column) => html`<th scope="col" class="requirement">${column || "Needed"}</th>`)}<th scope="col" class="bytes">Bytes</th><th scope="col">Meaning</th></tr></thead>
<tbody>${fields.map(
    ({ name, schema, requirements }) =>
      html`<tr id="${id}.${name}"><th scope="row"><a href="#${id}.${name}"><code>${name}</code></a>${schema["x-secret"] === true && html` <span class="secret">secret</span>`}</th>${requirements.map(
        (requirement, i) =>
          html`<td class="requirement is-${requirement ?? "none"}" data-column="${columns[i]}">${requirement === undefined ? "—" : (meanings[requirement] ?? requirement)}</td>`,
      )}<td class="bytes">${limit(schema)}</td><td>${schema.description}${values(schema)}</td></tr>`,
  )}</tbody></table></div>`;
}

function limit(schema: Schema): string {
  const max = schema["x-maxBytes"] ?? schema.maxLength;
  if (max === undefined) return "";
  return schema.minLength === max ? `${max}` : `≤ ${max}`;
}

function values({ enum: allowed = [], pattern }: Schema): Html | false {
  const shown = allowed.filter((value) => value !== "");
  if (shown.length > 0) return html` <span class="values">${shown.map((value) => html`<code>${value}</code> `)}</span>`;
  const filled = pattern?.replace(/^\^\$\|/, "");
  return filled !== undefined && filled.length < 48 && html` <code class="pattern">${filled}</code>`;
}
