// The members of an interface or a class, with their types and doc blocks, from the sources.
import { readFileSync } from "node:fs";
import { declarationsOf, docOf } from "../../test/package/sources.ts";
import { readDocBlock } from "./doc-block.mjs";

const texts = new Map();
const textOf = (file) => {
  if (!texts.has(file)) texts.set(file, readFileSync(file, "utf8"));
  return texts.get(file);
};

/** What a name's declaration says: its doc block, and its members where it has some. */
export function declared(file, name) {
  const found = declarationsOf(file, name);
  const one = found.find(({ doc }) => doc !== "");
  if (!one) throw new Error(`${name} has no doc block`);
  const { body, typeAnnotation, extends: bases = [] } = one.node;
  const inherited = (one.node.type === "TSInterfaceDeclaration" ? bases : [])
    .map(({ expression }) => expression?.name)
    .filter((base) => base !== undefined && declarationsOf(one.file, base).length > 0)
    .flatMap((base) => (base === "Handler" ? [] : declared(one.file, base).members));
  const own = membersOf(one.file, body?.body ?? typeAnnotation?.members ?? []);
  const names = new Set(own.map((member) => member.name));
  return { ...readDocBlock(one.doc), members: [...own, ...inherited.filter((member) => !names.has(member.name))] };
}

function membersOf(file, nodes, prefix = "") {
  if (!Array.isArray(nodes)) return [];
  return nodes.flatMap((node) => {
    const doc = docOf(node);
    const hidden = node.override || node.static || ["private", "protected"].includes(node.accessibility);
    if (doc === "" && !literalOf(node)) return [];
    if (hidden || node.key?.type !== "Identifier" || node.kind === "constructor") return [];
    const name = prefix + node.key.name;
    const nested = literalOf(node)?.members ?? [];
    const member = {
      ...readDocBlock(doc),
      name,
      type: nested.length > 0 ? "object" : typeOf(file, node),
      isOptional: Boolean(node.optional),
    };
    return [...(doc === "" ? [] : [member]), ...membersOf(file, nested, `${name}.`)];
  });
}

/** The object type that is written in place of a name, also beside `undefined`. */
function literalOf({ typeAnnotation }) {
  const type = typeAnnotation?.typeAnnotation;
  const types = type?.type === "TSUnionType" ? type.types : [type];
  return types.find((each) => each?.type === "TSTypeLiteral");
}

function typeOf(file, node) {
  const slice = ({ start, end }) => textOf(file).slice(start, end).replaceAll(/\s+/g, " ");
  if (node.type === "TSMethodSignature") {
    const answer = node.typeAnnotation ? slice(node.typeAnnotation.typeAnnotation) : "void";
    return `(${node.parameters.map(slice).join(", ")}) => ${answer}`;
  }
  if (node.typeAnnotation) return slice(node.typeAnnotation.typeAnnotation).replace(/^\| /, "");
  return node.value ? slice(node.value) : "";
}
