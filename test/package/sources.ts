import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { type ParseResult, parse } from "@babel/parser";
import type { Node, Statement } from "@babel/types";
import { root } from "./texts.ts";

/** What a statement of a module declares under a name. */
export interface Declaration {
  name: string;
  file: string;
  node: Node;
  /** The doc block's text. Empty where there is none. */
  doc: string;
  exported: boolean;
}

/** A name that a module passes on: `export { theirs as name } from "file"`. */
interface Passed {
  name: string;
  theirs: string;
  file: string;
  isType: boolean;
}

/** A module of the packages' sources, as far as names go. */
interface Module {
  declarations: Declaration[];
  passed: Passed[];
  /** Local name → where it comes from. */
  imports: Map<string, { theirs: string; file: string }>;
}

const modules = new Map<string, Module>();

/** The module in a file; parsed once. */
function moduleOf(file: string): Module {
  const known = modules.get(file);
  if (known) return known;
  const parsed: ParseResult = parse(readFileSync(file, "utf8"), {
    sourceType: "module",
    plugins: ["typescript"],
  });
  const module: Module = { declarations: [], passed: [], imports: new Map() };
  modules.set(file, module);
  for (const statement of parsed.program.body) read(statement, file, module);
  return module;
}

function read(statement: Statement, file: string, module: Module): void {
  if (statement.type === "ImportDeclaration") {
    const from = fileOf(statement.source.value, file);
    for (const one of statement.specifiers) {
      if (from && one.type === "ImportSpecifier") {
        module.imports.set(one.local.name, { theirs: textOf(one.imported), file: from });
      }
    }
  } else if (statement.type === "ExportNamedDeclaration" && !statement.declaration) {
    const from = statement.source ? fileOf(statement.source.value, file) : file;
    for (const one of statement.specifiers) {
      if (one.type !== "ExportSpecifier" || !from) throw new Error(`${file}: only names of our files are passed on`);
      const isType = statement.exportKind === "type" || one.exportKind === "type";
      module.passed.push({ name: textOf(one.exported), theirs: one.local.name, file: from, isType });
    }
  } else if (statement.type === "ExportAllDeclaration" || statement.type === "ExportDefaultDeclaration") {
    throw new Error(`${file}: names are exported one by one`);
  } else {
    const exported = statement.type === "ExportNamedDeclaration";
    const doc = docOf(statement);
    for (const [name, node] of declared(exported && statement.declaration ? statement.declaration : statement)) {
      module.declarations.push({ name, file, node, doc, exported });
    }
  }
}

/** The text of the doc block that stands right before a node. */
export function docOf(node: Node): string {
  const last = node.leadingComments?.at(-1);
  return last?.type === "CommentBlock" && last.value.startsWith("*") ? last.value : "";
}

function declared(node: Node): [name: string, node: Node][] {
  if (node.type === "VariableDeclaration") {
    return node.declarations.flatMap(({ id, init }) => (id.type === "Identifier" && init ? [[id.name, init]] : []));
  }
  return "id" in node && node.id?.type === "Identifier" ? [[node.id.name, node]] : [];
}

const textOf = (name: { type: string; name?: string; value?: string }): string => name.name ?? name.value ?? "";

/** The source file that an import means, where it is one of ours. */
function fileOf(specifier: string, from: string): string | undefined {
  if (specifier.startsWith(".")) return resolve(dirname(from), specifier);
  const [, name = "", path = ""] = /^@ventanilla\/([^/]+)(.*)$/.exec(specifier) ?? [];
  return name === "" ? undefined : entriesOf(name).find(({ key }) => key === `.${path}`)?.file;
}

/** An entry of a package's `exports`; `file` is its source, where it has one. */
export interface Entry {
  specifier: string;
  key: string;
  file?: string;
}

/** The entries of packages/<name>. */
export function entriesOf(name: string): Entry[] {
  const folder = resolve(root, "packages", name);
  const { exports } = JSON.parse(readFileSync(resolve(folder, "package.json"), "utf8")) as {
    exports: Record<string, string | Record<string, string>>;
  };
  return Object.entries(exports).map(([key, target]) => {
    const source = typeof target === "string" ? undefined : target["@ventanilla/source"];
    const specifier = `@ventanilla/${name}${key.slice(1)}`;
    return source === undefined ? { specifier, key } : { specifier, key, file: resolve(folder, source) };
  });
}

/** The names that a module exports, in order: `Money` or `type Money`. */
export function exportedNames(file: string): string[] {
  const { declarations, passed } = moduleOf(file);
  const isType = ({ node }: Declaration) => /^TS(?:Interface|TypeAlias)Declaration$/.test(node.type);
  const values = new Set([
    ...passed.filter((one) => !one.isType).map(({ name }) => name),
    ...declarations.filter((one) => one.exported && !isType(one)).map(({ name }) => name),
  ]);
  const types = new Set([
    ...passed.filter((one) => one.isType).map(({ name }) => name),
    ...declarations.filter((one) => one.exported && isType(one)).map(({ name }) => name),
  ]);
  return [
    ...[...values].toSorted(),
    ...[...types]
      .filter((name) => !values.has(name))
      .toSorted()
      .map((name) => `type ${name}`),
  ];
}

/** Where a name of a module is declared: a value and a type may share it, and so may overloads. */
export function declarationsOf(file: string, name: string): Declaration[] {
  const { declarations, passed, imports } = moduleOf(file);
  const own = declarations.filter((one) => one.name === name);
  const elsewhere = passed.find((one) => one.name === name) ?? imports.get(name);
  if (own.length > 0 || !elsewhere) return own;
  return declarationsOf(elsewhere.file, elsewhere.theirs);
}
