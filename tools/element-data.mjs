// Writes what editors and tools read about <ventanilla-pay> into packages/element/dist: the custom-elements manifest,
// and from it VS Code's HTML data and JetBrains' web-types. Descriptions come from the sources' comments, and the list
// of attributes from the class. Part of `npm run build`, after the compiler. With `--check` it writes nothing and fails
// when a file is older than the sources.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { create, ts } from "@custom-elements-manifest/analyzer/index.js";

const folder = fileURLToPath(new URL("../packages/element", import.meta.url));
const { name: packageName, version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
const { VentanillaPay } = await import(new URL("../packages/element/dist/index.js", import.meta.url));

const sources = readdirSync(join(folder, "src"), { recursive: true })
  .map((name) => `src/${name.replaceAll("\\", "/")}`)
  .filter((name) => name.endsWith(".ts"));

const builtPath = (path) => path.replace(/^\/?src\//, "dist/").replace(/\.ts$/, ".js");
const quoted = (type) => [...type.matchAll(/"([^"]+)"/g)].map(([, word]) => word);

/** Adds what the analyzer leaves out: the values of a named type, what methods return, and optional parameters. */
function types() {
  const choices = new Map();
  const answers = new Map();
  return {
    name: "types",
    collectPhase({ node }) {
      if (ts.isTypeAliasDeclaration(node) && ts.isUnionTypeNode(node.type)) {
        const text = node.type.getText();
        if (/^\s*("[^"]+"[\s|]*)+$/.test(text))
          choices.set(
            node.name.text,
            quoted(text)
              .map((word) => `"${word}"`)
              .join(" | "),
          );
      }
      if (ts.isMethodDeclaration(node) && node.type) answers.set(node.name.getText(), node.type.getText());
    },
    packageLinkPhase({ customElementsManifest }) {
      for (const { declarations } of customElementsManifest.modules) {
        for (const { members = [] } of declarations.filter(({ customElement }) => customElement)) {
          for (const member of members) {
            if (member.type) member.type.text = choices.get(member.type.text) ?? member.type.text;
            if (member.return) member.return.type.text = answers.get(member.name);
            for (const parameter of member.parameters ?? []) if (parameter.default) parameter.optional = true;
          }
        }
      }
    },
  };
}

/** Keeps the tag and its registration, with the public members and the attributes that the class observes. */
function tag() {
  const inherited = new Set([
    "willUpdate",
    "render",
    "firstUpdated",
    "updated",
    "connectedCallback",
    "disconnectedCallback",
  ]);
  return {
    name: "tag",
    packageLinkPhase({ customElementsManifest: manifest }) {
      const kept = ["src/ventanilla-pay.ts", "src/define.ts"];
      manifest.modules = manifest.modules.filter(({ path }) => kept.includes(path));
      for (const module of manifest.modules) {
        module.declarations = module.declarations.filter(({ customElement }) => customElement);
        for (const declared of [...module.exports.map(({ declaration }) => declaration), module]) {
          for (const key of ["path", "module"]) if (declared[key]) declared[key] = builtPath(declared[key]);
        }
      }
      const element = elementOf(manifest);
      element.tagName = "ventanilla-pay";
      // The class between them is not public.
      element.superclass = { name: "ReactiveElement", package: "@lit/reactive-element" };
      for (const member of element.members) delete member.inheritedFrom;
      element.members = element.members.filter(
        (member) =>
          !member.privacy && !member.static && !inherited.has(member.name) && !/^form\w+Callback$/.test(member.name),
      );
      element.attributes = VentanillaPay.observedAttributes.map((name) => {
        const [fieldName, { reflect = false }] = propertyOf(name);
        const field = element.members.find((member) => member.name === fieldName);
        Object.assign(field, { attribute: name, reflects: reflect });
        const { description, type, default: usual } = field;
        return { name, fieldName, type, description, ...(usual !== undefined && { default: usual }) };
      });
    },
  };
}

function propertyOf(attribute) {
  return [...VentanillaPay.elementProperties].find(
    ([name, options]) => attribute === (options.attribute ?? name.toLowerCase()),
  );
}

function elementOf({ modules }) {
  return modules.flatMap(({ declarations }) => declarations)[0];
}

function htmlData({ description, attributes, tagName }) {
  return {
    version: 1.1,
    tags: [
      {
        name: tagName,
        description: { kind: "markdown", value: description },
        attributes: attributes.map(({ name, description: value, type }) => ({
          name,
          description: { kind: "markdown", value },
          ...(type.text === "boolean"
            ? { valueSet: "v" }
            : { values: quoted(type.text).map((word) => ({ name: word })) }),
        })),
      },
    ],
  };
}

function webTypes({ description, attributes, members, events, slots, cssParts, cssProperties, tagName }) {
  const plain = (entries) => entries.map(({ name, description: text }) => ({ name, description: text }));
  return {
    $schema: "https://json.schemastore.org/web-types",
    name: packageName,
    version,
    "description-markup": "markdown",
    contributions: {
      html: {
        elements: [
          {
            name: tagName,
            description,
            attributes: attributes.map(({ name, description: text, type, default: usual }) => ({
              name,
              description: text,
              value: { type: type.text, ...(type.text === "boolean" && { kind: "no-value" }) },
              ...(usual !== undefined && { default: usual.replaceAll('"', "") }),
            })),
            slots: plain(slots),
            js: {
              properties: members
                .filter(({ kind }) => kind === "field")
                .map(({ name, description: text, type }) => ({ name, description: text, type: type.text })),
              events: plain(events),
            },
            css: { parts: plain(cssParts), properties: plain(cssProperties) },
          },
        ],
      },
    },
  };
}

const manifest = create({
  modules: sources.map((path) =>
    ts.createSourceFile(path, readFileSync(join(folder, path), "utf8"), ts.ScriptTarget.ES2022, true),
  ),
  plugins: [types(), tag()],
  context: { dev: false },
});
const element = elementOf(manifest);
const files = {
  "custom-elements.json": manifest,
  "vscode.html-custom-data.json": htmlData(element),
  "web-types.json": webTypes(element),
};
for (const [name, value] of Object.entries(files)) {
  const file = join(folder, "dist", name);
  const text = `${JSON.stringify(value, undefined, 2)}\n`;
  if (!process.argv.includes("--check")) {
    writeFileSync(file, text);
  } else if (readFileSync(file, "utf8") !== text) {
    console.error(`packages/element/dist/${name} is older than its sources: npm run build`);
    process.exitCode = 1;
  }
}
