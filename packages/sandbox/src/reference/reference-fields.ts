import { type Html, html } from "@ventanilla/web";
import type { ApiOperation } from "../openapi/operation.ts";
import type { Schema } from "../openapi/schema.ts";

/** A sentence of the reference in the page's language, by the English one. */
export type Say = (english: string) => string;

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

/** The fields of an operation's request, and the conditions among them; false when it has none. */
export function fieldTable(operation: ApiOperation, schemaOf: (schema: Schema) => Schema, say: Say): Html | false {
  const parameters = operation.parameters ?? [];
  if (parameters.length > 0) {
    const fields = parameters.map(({ name, schema, description, in: place }) => ({
      name,
      schema: { ...schema, description: `${say(description)} (${say(place)})` },
      requirements: ["mandatory"],
    }));
    return table(operation.operationId, fields, [""], say);
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
      schema: {
        ...described,
        ...(described.description !== undefined && { description: say(described.description) }),
        ...(constants.length > 0 && { enum: constants }),
      },
      requirements: found.map((schema) => schema?.["x-requirement"]),
    };
  });
  const columns = variants.map((variant) => /\((\d{4})\)$/.exec(variant.title ?? "")?.[1] ?? "");
  const conditions = variants.flatMap((variant) => variant["x-conditions"] ?? []);
  const tables = [...Map.groupBy(fields, fields.length > long ? groupOf : () => undefined)].map(([group, grouped]) =>
    group === undefined
      ? table(operation.operationId, grouped, columns, say)
      : foldedTable(operation.operationId, grouped, columns, say, group),
  );
  return html`${tables}
${anyOf && html`<p>${say("Or, as a direct form, all fields of")} <a href="#createSession">createSession</a>.</p>`}
${conditions.length > 0 && html`<h4>${say("Conditions")}</h4><ul class="conditions">${conditions.map((condition) => html`<li>${say(condition)}</li>`)}</ul>`}`;
}

/** More fields than these are in groups. */
const long = 20;

/** What is told in fields of its own, by the beginning of their names; then what no variant needs. What is mandatory stays out. */
const groups = {
  "3DS_billAddr_": "Billing address: {} fields",
  "3DS_shipAddr_": "Shipping address: {} fields",
  "3DS_": "3-D Secure: {} fields",
  "": "Optional: {} fields",
};

type Group = keyof typeof groups;

function groupOf({ name, requirements }: Field): Group | undefined {
  const group = (Object.keys(groups) as Group[]).find((beginning) => name.startsWith(beginning));
  const needs = new Set(requirements.map((requirement = "optional") => meanings[requirement]));
  const isNeeded = group === "" ? needs.size > 1 || !needs.has("optional") : needs.has("mandatory");
  return isNeeded && !group?.includes("Addr") ? undefined : group;
}

/** The fields of a group, folded under one row. */
function foldedTable(id: string, fields: readonly Field[], columns: readonly string[], say: Say, group: Group): Html {
  const name = say(groups[group]).replace("{}", String(fields.length));
  return html`<details class="folded"><summary>${name}${group !== "" && html` <code>${group}…</code>`}</summary>${table(id, fields, columns, say, `${id}, ${group || name}`)}</details>`;
}

function table(id: string, fields: readonly Field[], columns: readonly string[], say: Say, label = id): Html {
  const hasLimits = fields.some(({ schema }) => limit(schema) !== "");
  return html`<div class="scroller" role="region" aria-label="${say("Fields of {}").replace("{}", label)}" tabindex="0"><table><thead><tr><th scope="col">${say("Field")}</th>${columns.map((column) => html`<th scope="col" class="requirement">${column || say("Needed")}</th>`)}${hasLimits && html`<th scope="col" class="bytes">${say("Bytes")}</th>`}<th scope="col">${say("Meaning")}</th></tr></thead>
<tbody>${fields.map(
    ({ name, schema, requirements }) =>
      html`<tr id="${id}.${name}"><th scope="row"><a href="#${id}.${name}"><code>${name}</code></a>${schema["x-secret"] === true && html` <span class="secret">${say("secret")}</span>`}</th>${requirementCells(requirements, columns, say)}${hasLimits && html`<td class="bytes">${limit(schema)}</td>`}<td>${schema.description}${values(schema)}</td></tr>`,
  )}</tbody></table></div>`;
}

/** What all variants need alike is said once. */
function requirementCells(requirements: Field["requirements"], columns: readonly string[], say: Say): Html[] {
  const isAlike = columns.length > 1 && new Set(requirements).size === 1;
  return requirements.slice(0, isAlike ? 1 : undefined).map((requirement, i) => {
    const text = requirement === undefined ? "—" : say(meanings[requirement] ?? requirement);
    const place = isAlike
      ? html` colspan="${columns.length}"`
      : columns[i] !== "" && html` data-column="${columns[i]}"`;
    return html`<td class="requirement is-${requirement ?? "none"}"${place}>${isAlike ? say("all: {}").replace("{}", text) : text}</td>`;
  });
}

function limit(schema: Schema): string {
  const max = schema["x-maxBytes"] ?? schema.maxLength;
  if (max === undefined) return "";
  return schema.minLength === max ? `${max}` : `≤ ${max}`;
}

/** The values that a field takes, where its description does not name them, or their form. */
function values({ enum: allowed = [], pattern, description = "" }: Schema): Html | false {
  const shown = allowed.filter((value) => value !== "");
  if (shown.length > 0 && shown.every((value) => description.includes(value))) return false;
  if (shown.length > 0) return html` <span class="values">${shown.map((value) => html`<code>${value}</code> `)}</span>`;
  const filled = pattern?.replace(/^\^\$\|/, "");
  return filled !== undefined && filled.length < 48 && html` <code class="pattern">${filled}</code>`;
}
