// What the reference pages show, in either language. `say` gives a doc comment's sentence in the page's language.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { entriesOf, exportedNames } from "../../test/package/sources.ts";
import { table } from "../written-page.mjs";
import { declared } from "./members.mjs";

const sourceOf = (packageName, key = ".") => entriesOf(packageName).find((entry) => entry.key === key).file;

const code = (text) => `\`${text.replaceAll("|", "\\|")}\``;
const cell = (text) =>
  text
    .replaceAll("|", "\\|")
    .replaceAll("\n- ", "<br>• ")
    .replaceAll(/\s*\n\s*/g, " ");

/** The page of the tag, from the custom-elements manifest. */
export function elementPage({ say, word }) {
  const manifest = fileURLToPath(new URL("../../packages/element/dist/custom-elements.json", import.meta.url));
  const { modules } = JSON.parse(readFileSync(manifest, "utf8"));
  const [element] = modules.flatMap(({ declarations }) => declarations);
  const properties = element.members.filter(({ kind, attribute }) => kind === "field" && attribute === undefined);
  const methods = element.members.filter(({ kind }) => kind === "method");
  const plain = (list) => list.map(({ name, description }) => [code(name), cell(say(description))]);
  const parameters = ({ parameters: list = [] }) => list.map(({ name, optional }) => name + (optional ? "?" : ""));
  const section = (heading, content) => `## ${word(heading)}\n\n${content}\n`;
  const heads = (...names) => names.map((name) => word(name));
  const attribute = ({ name, fieldName, type, description }) => [
    name === fieldName ? code(name) : `${code(name)}<br>${word("property")} ${code(fieldName)}`,
    code(type.text === "Order" ? "string" : type.text),
    cell(say(description)),
  ];
  const property = ({ name, type, description, readonly }) => [
    code(name),
    code(type.text.replace(" | undefined", "")),
    `${readonly ? `${word("readonly")} ` : ""}${cell(say(description))}`,
  ];
  const method = (each) => [
    code(`${each.name}(${parameters(each).join(", ")})`),
    code(each.return.type.text),
    cell(say(each.description)),
  ];
  const cssProperty = ({ name, default: usual, description }) => [code(name), code(usual), cell(say(description))];
  return [
    say(element.description.replace(/^`[^`]+`: (.)/s, (_, first) => first.toUpperCase())),
    "",
    `<ClientOnly><ElementStates /></ClientOnly>\n`,
    section("attributes", table(heads("attribute", "type", "description"), element.attributes.map(attribute))),
    section("properties", table(heads("property", "type", "description"), properties.map(property))),
    section("methods", table(heads("method", "returns", "description"), methods.map(method))),
    section("events", `${word("eventNote")}\n\n${table(heads("event", "description"), plain(element.events))}`),
    section("states", `${word("stateNote")}\n\n${table(heads("state", "description"), plain(element.cssStates))}`),
    section("parts", table(heads("part", "description"), plain(element.cssParts))),
    section("slots", table(heads("slot", "description"), plain(element.slots))),
    section(
      "cssProperties",
      table(heads("property", "default", "description"), element.cssProperties.map(cssProperty)),
    ),
  ].join("\n");
}

/** A type without `undefined`, which "optional" says already, or which only an environment variable may be. */
const typeText = ({ type, isOptional }) =>
  isOptional || !type.includes("=>") ? type.replace(/ \| undefined$/, "") : type;

/** The members of a type as a table. */
function memberTable(members, { say, word }) {
  return table(
    [word("name"), word("type"), word("description")],
    members.map((member) => [
      code(member.name + (member.isOptional ? "?" : "")),
      member.type === "" || member.type === "object" ? "" : code(typeText(member)),
      cell(say(member.text)),
    ]),
  );
}

/** What a function takes, gives and throws, below its text. */
function callDetails({ text: above, params, returns, throws, see }, { say, word, pageOf }) {
  const lines = params.map(({ name, text }) => `- \`${name}\`: ${say(text)}`);
  if (returns) lines.push(`- ${word("returns")}: ${say(returns)}`);
  for (const text of throws) {
    const [, error, rest = ""] = /^(\w+)\s*(.*)$/s.exec(text) ?? [];
    lines.push(`- ${word("throws")} \`${error}\`${rest ? `: ${say(rest.trim())}` : ""}`);
  }
  for (const target of see.filter((text) => text.startsWith("docs/"))) {
    const { title, address } = pageOf(target);
    lines.push(`- ${word("see")} [${title}](${address})`);
  }
  // Two lists need something between them to stay two.
  const between = /^- /m.test(above.split("\n\n").at(-1)) ? "<!-- -->\n\n" : "";
  return lines.length === 0 ? "" : `\n${between}${lines.join("\n")}\n`;
}

/** One heading for each member. */
function memberSections(members, context) {
  return members
    .map((member) => {
      const type = member.type === "object" ? "" : `\`${typeText(member)}\``;
      const need = context.word(member.isOptional ? "optional" : "required");
      return `### \`${member.name}\`\n\n${[type, need].filter(Boolean).join(" · ")}\n\n${context.say(member.text)}\n${callDetails(member, context)}`;
    })
    .join("\n");
}

/** The page of the router: its options, methods, what its hooks get, and its errors. */
export function routerPage(context) {
  const { say, word } = context;
  const file = sourceOf("express");
  const of = (name) => declared(file, name);
  const methods = of("Payments").members;
  const section = (heading, text, members) =>
    `## ${word(heading)}\n\n${say(text)}\n\n${memberTable(members, context)}\n`;
  const typeSection = (heading, name) => section(heading, of(name).text, of(name).members);
  // An order is one of two types, which differ in `capture`: shown is what it may be.
  const authorized = of("AuthorizedOrder").members.find(({ name }) => name === "capture");
  const ofOrder = of("SaleOrder").members.map((member) =>
    member.name === "capture" ? { ...authorized, isOptional: true } : member,
  );
  const errors = ["CaptureError", "ResolveError", "PermanentHookError"];
  const makers = ["sqlite", "postgres", "mysql"].map((engine) => {
    const name = `${engine}Store`;
    return { name, ...declared(sourceOf("express", `./${engine}`), name) };
  });
  return [
    `## ${word("options")}\n\n${say(of("Options").text)}\n\n${memberSections(of("Options").members, context)}`,
    `## ${word("routerMethods")}\n\n${say(of("Payments").text)}\n\n${methods.map((member) => `### \`payments.${member.name}\`\n\n${say(member.text)}\n${callDetails(member, context)}`).join("\n")}`,
    section("order", of("Order").text, ofOrder),
    typeSection("hookEvent", "PaymentEvent"),
    typeSection("hookContext", "HookContext"),
    typeSection("limits", "Limits"),
    `## ${word("stores")}\n\n${makers.map((maker) => `### \`${maker.name}\`\n\n${say(maker.text)}\n${callDetails(maker, context)}`).join("\n")}`,
    `## ${word("errors")}\n\n${errors.map((name) => `### \`${name}\`\n\n${say(of(name).text)}\n`).join("\n")}`,
  ].join("\n");
}

/** The page of the client: both entries' functions, their options, and the errors. */
export function clientPage(context) {
  const { say, word } = context;
  const section = (key, heading, options) => {
    const file = sourceOf("client", key);
    const names = exportedNames(file).filter((name) => /^[a-z]/.test(name) && !/^(?:type |buyerSentences)/.test(name));
    const operations = names.map((name) => ({ name, ...declared(file, name) }));
    return [
      `## ${word(heading)}\n`,
      ...operations.map((each) => `### \`${each.name}\`\n\n${say(each.text)}\n${callDetails(each, context)}`),
      ...options.map(
        (name) =>
          `### \`${name}\`\n\n${say(declared(file, name).text)}\n\n${memberTable(declared(file, name).members, context)}\n`,
      ),
    ].join("\n");
  };
  const main = sourceOf("client");
  const errors = ["ArgumentError", "GatewayError", "OutcomeUnknownError"].map((name) => {
    const { text, members } = declared(main, name);
    return `### \`${name}\`\n\n${say(text)}\n\n${memberTable(members, context)}\n`;
  });
  return [
    section(".", "hostedPage", [
      "GatewayOptions",
      "ClientCertificate",
      "Merchant",
      "PaymentInput",
      "Buyer",
      "BuyerAddress",
    ]),
    section("./rest", "restOperations", ["RestOptions", "CallOptions"]),
    `## ${word("errors")}\n\n${errors.join("\n")}\n### \`OutcomeUnknownError.code\`\n\n${say(declared(main, "OutcomeUnknownCode").text)}\n`,
  ].join("\n");
}
