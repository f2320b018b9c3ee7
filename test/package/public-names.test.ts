import assert from "node:assert/strict";
import { join } from "node:path";
import { after, test } from "node:test";
import { SyntaxKind as Kind, type Node } from "typescript/unstable/ast";
import { API, type Checker, SymbolFlags as Flags, type Symbol as Named, SignatureKind } from "typescript/unstable/sync";
import { manifestIn } from "../packed/pack.ts";
import { filesIn, jsonOf, root } from "./texts.ts";

const pinned: Record<string, string[]> = jsonOf("test/package/public-names.json");

/** The entries of all packages; `file` is an entry's source, where it has one. */
const entries = filesIn("packages/*").flatMap((folder) => {
  const manifest = manifestIn(folder);
  return Object.entries(manifest.exports).map(([key, target]) => {
    const source = typeof target === "string" ? undefined : target["@ventanilla/source"];
    const project = join(root, folder, "tsconfig.json");
    return { specifier: `${manifest.name}${key.slice(1)}`, project, file: source && join(root, folder, source) };
  });
});

const compiler = new API({ cwd: root });
after(() => compiler.close());
const compiled = compiler.updateSnapshot({ openProjects: [...new Set(entries.map(({ project }) => project))] });

test("every entry of every package is pinned with its names", () => {
  assert.deepEqual(Object.keys(pinned).toSorted(), entries.map(({ specifier }) => specifier).toSorted());
});

test("what a shop imports has at most 55 names", () => {
  assert.ok((pinned["@ventanilla/express"]?.length ?? 99) <= 55);
});

for (const { specifier, project, file } of entries) {
  if (file === undefined) continue;
  test(`${specifier} exports these names, and says of each what it is`, async () => {
    const { checker, program } = compiled.getProject(project) ?? assert.fail(project);
    const module = checker.getSymbolAtLocation(program.getSourceFile(file) ?? assert.fail(file));
    const symbols = module ? checker.getExportsOfModule(module) : [];
    const values = Object.keys((await import(specifier)) as object).toSorted();
    const types = symbols.flatMap(({ name }) => (values.includes(name) ? [] : `type ${name}`));
    assert.deepEqual([...values, ...types.toSorted()], pinned[specifier]);
    const lacks = symbols.flatMap((given) => {
      const symbol = given.flags & Flags.Alias ? checker.getAliasedSymbol(given) : given;
      return lacksOf(symbol, checker).map((what) => `${given.name}: ${what}`);
    });
    assert.deepEqual(lacks, []);
  });
}

const hidden = [Kind.PrivateKeyword, Kind.ProtectedKeyword, Kind.OverrideKeyword];

/** What a doc block lacks: words; a function's parameters, result and example; a member's words. */
function lacksOf(symbol: Named, checker: Checker): string[] {
  const tags = checker.getJsDocTagsOfSymbol(symbol);
  const isSaid = (one: Named) =>
    checker.getDocumentationCommentOfSymbol(one) !== "" || checker.getJsDocTagsOfSymbol(one).length > 0;
  const lacks = isSaid(symbol) ? [] : ["a doc block"];
  const params = tags.flatMap(({ name, text }) => (name === "param" ? text?.split(/\s/)[0] : []));
  const type = symbol.flags & Flags.Value ? checker.getTypeOfSymbol(symbol) : undefined;
  for (const signature of type ? checker.getSignaturesOfType(type, SignatureKind.Call) : []) {
    // A value whose type names a function's, or an interface, says what it is in its own words.
    const own = symbol.flags & Flags.Function ? Kind.FunctionDeclaration : Kind.ArrowFunction;
    if (signature.declaration?.kind !== own) continue;
    for (const [i, { name }] of signature.getParameters().entries())
      if (name.startsWith("__") ? params.length <= i : !params.includes(name)) lacks.push(`@param ${name}`);
    const result = checker.getReturnTypeOfSignature(signature);
    const isSilent = result === undefined || /^(?:Promise<)?(?:void|never)>?$/.test(checker.typeToString(result));
    if (!isSilent && !tags.some(({ name, text }) => name === "returns" && text)) lacks.push("@returns");
    if (!tags.some(({ name }) => name === "example")) lacks.push("@example");
  }
  const nodes = symbol.declarations.map((handle) => handle.resolve() as { type?: Node } | undefined);
  const isLiteral = nodes.some((node) => node?.type?.kind === Kind.TypeLiteral);
  const isOwn = isLiteral || (symbol.flags & (Flags.Interface | Flags.Class)) !== 0;
  const written = isOwn ? checker.getDeclaredTypeOfSymbol(symbol).getSymbol() : undefined;
  for (const member of written?.getMembers().values() ?? []) {
    const { modifiers = [] } = (member.declarations[0]?.resolve() ?? {}) as { modifiers?: readonly Node[] };
    // What overrides a member has that one's words, and the platform calls the callbacks of an element.
    const isOurs = /^_|Callback$/.test(member.name) || modifiers.some(({ kind }) => hidden.includes(kind));
    if (!isOurs && !(member.flags & Flags.TypeParameter) && !isSaid(member)) lacks.push(`words for ${member.name}`);
  }
  return lacks;
}
