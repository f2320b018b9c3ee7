import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { relative, resolve } from "node:path";
import { test } from "node:test";
import type { Node } from "@babel/types";
import { type Declaration, declarationsOf, docOf, entriesOf, exportedNames } from "./sources.ts";
import { linesOfTexts, root } from "./texts.ts";

const packages = readdirSync(resolve(root, "packages"));
const entries = packages.flatMap(entriesOf);
const isFunction = ({ type }: Node): boolean =>
  /^(?:TSDeclareFunction|FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(type);

/** What a public name's doc block lacks. */
function missing(file: string, name: string): string[] {
  const found = declarationsOf(file, name);
  const [first] = found;
  if (!first) return [`${relative(root, file)}: ${name} is declared nowhere`];
  const documented = found.find(({ doc }) => doc !== "");
  const lacks = documented ? found.flatMap((one) => lacksOf(one, documented.doc)) : ["a doc block"];
  return lacks.map((what) => `${relative(root, first.file)}: ${name} lacks ${what}`);
}

function lacksOf({ node }: Declaration, doc: string): string[] {
  if (isFunction(node)) return lacksOfFunction(node, doc);
  if (node.type === "TSInterfaceDeclaration") return membersWithoutDoc(node.body.body);
  if (node.type === "TSTypeAliasDeclaration" && node.typeAnnotation.type === "TSTypeLiteral") {
    return membersWithoutDoc(node.typeAnnotation.members);
  }
  if (node.type === "ClassDeclaration") return membersWithoutDoc(node.body.body);
  return [];
}

function lacksOfFunction(node: Node, doc: string): string[] {
  const { params, returnType } = node as { params: Node[]; returnType?: Node | null };
  const named = [...doc.matchAll(/@param (\w+)/g)].map(([, name]) => name);
  const lacks = params.flatMap((param, i) => {
    const identifier = param.type === "AssignmentPattern" ? param.left : param;
    if (identifier.type !== "Identifier") return named.length > i ? [] : [`@param number ${i + 1}`];
    return named.includes(identifier.name) ? [] : [`@param ${identifier.name}`];
  });
  if (returns(returnType) && !/@returns \S/.test(doc)) lacks.push("@returns");
  if (!/@example\n/.test(doc)) lacks.push("@example");
  return lacks;
}

/** Whether a function returns something, by its annotation. */
function returns(annotation: Node | null | undefined): boolean {
  const type = annotation?.type === "TSTypeAnnotation" ? annotation.typeAnnotation : annotation;
  if (!type) return true;
  if (type.type === "TSTypePredicate") return type.asserts !== true;
  if (type.type === "TSTypeReference" && type.typeName.type === "Identifier" && type.typeName.name === "Promise") {
    return returns(type.typeParameters?.params[0]);
  }
  return type.type !== "TSVoidKeyword" && type.type !== "TSNeverKeyword";
}

/**
 * Members that a user reads without a doc. What overrides a member of a base class has that one's, and the platform
 * calls the callbacks of an element.
 */
function membersWithoutDoc(members: Node[]): string[] {
  return members.flatMap((member) => {
    const {
      key,
      override,
      accessibility,
      static: isStatic,
    } = member as {
      key?: Node;
      override?: boolean;
      accessibility?: string;
      static?: boolean;
    };
    const name = key?.type === "Identifier" ? key.name : undefined;
    const isOurs = name === undefined || /^constructor$|^_|Callback$/.test(name);
    if (isOurs || override || isStatic || accessibility === "private" || accessibility === "protected") return [];
    return docOf(member) === "" ? [`a doc of ${name}`] : [];
  });
}

test("every public name has a doc block; a function's has its parameters, result and an example", () => {
  const lacks = entries.flatMap(({ file }) =>
    file ? exportedNames(file).flatMap((name) => missing(file, name.replace(/^type /, ""))) : [],
  );
  assert.deepEqual([...new Set(lacks)].toSorted(), []);
});

/** A heading as an anchor, by GitHub's rule. */
const slug = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .replaceAll(" ", "-");

test("every @see of a page of docs leads to a section of it", () => {
  const links = linesOfTexts().flatMap(({ text, where }) =>
    [...text.matchAll(/@see \{?(?:@link )?(docs\/[\w/-]+\.md)(?:#([^\s}|]+))?/g)].map(([link, page = "", anchor]) => ({
      where: `${where}: ${link}`,
      page: resolve(root, page),
      anchor,
    })),
  );
  const broken = links.filter(({ page, anchor }) => {
    if (!existsSync(page)) return true;
    const text = readFileSync(page, "utf8");
    const headings = [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = ""]) => slug(heading));
    return anchor !== undefined && !text.includes(`<a id="${anchor}"></a>`) && !headings.includes(anchor);
  });
  assert.ok(links.length > 0);
  assert.deepEqual(
    broken.map(({ where }) => where),
    [],
  );
});
