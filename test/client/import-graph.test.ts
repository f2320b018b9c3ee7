import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, relative, resolve } from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";
import { PaymentRequest, type PaymentRequestRule, paymentRequestFields } from "@ventanilla/client/wire";
import fc from "fast-check";
import { minimalRequests } from "./valid-request.ts";

const packages = resolve(import.meta.dirname, "../../packages");
const entries: Record<string, string> = {
  "@ventanilla/client": resolve(packages, "client/src/index.ts"),
  "@ventanilla/client/rest": resolve(packages, "client/src/rest.ts"),
  "@ventanilla/client/three-ds": resolve(packages, "client/src/three-ds.ts"),
  "@ventanilla/client/wire": resolve(packages, "client/src/wire/index.ts"),
};

/** Every source file that an entry loads, from its import and export statements; type-only ones load nothing. */
function reachable(entry: string): string[] {
  const seen = new Set<string>();
  const queue = [entry];
  for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
    if (seen.has(file)) continue;
    seen.add(file);
    const code = readFileSync(file, "utf8").replace(/^(?:import|export) type [^;]*;$/gm, "");
    for (const [, name = ""] of code.matchAll(/(?:from|import)\s*\(?\s*"([^"]+)"/g)) {
      const next = name.startsWith(".") ? resolve(dirname(file), name) : entries[name];
      if (next?.endsWith(".ts") && existsSync(next)) queue.push(next);
    }
  }
  return [...seen];
}

const roots = [
  entries["@ventanilla/client"] ?? "",
  ...["element", "express"].map((name) => resolve(packages, name, "src/index.ts")),
];

test("no file loaded by the hosted-page entry, the element or the router names a card-data field", () => {
  // The one name with "card number" in it is the masked number of a result or a confirmation.
  const masked = /credit_?card_?number/gi;
  for (const file of roots.flatMap(reachable)) {
    const code = readFileSync(file, "utf8").replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, "");
    const names = [
      ...code.replace(masked, "").matchAll(/["'.]?\b(card[-_]?number|acctnumber|cvv2?|cvc|pan|track[12])\b["']?\??:/gi),
    ];
    assert.deepEqual(names.map(String), [], relative(packages, file));
    assert.doesNotMatch(relative(packages, file), /(?:^|\/)(?:rest(?:[-/.]|$)|three-ds(?:[/.]|$)|authentication)/);
  }
});

test("importing @ventanilla/client loads no file of REST or of the 3-D Secure server", async () => {
  const script = `
    import { registerHooks } from "node:module";
    const loaded = [];
    registerHooks({ load: (url, context, next) => { loaded.push(url); return next(url, context); } });
    await import("@ventanilla/client");
    console.log(loaded.filter((url) => /packages.client.src/.test(url)).join("\\n"));`;
  const options = ["--conditions=@ventanilla/source", "--input-type=module", "--eval", script];
  const { stdout } = await promisify(execFile)(process.execPath, options, { cwd: import.meta.dirname });
  assert.match(stdout, /\/send\.ts/);
  assert.doesNotMatch(stdout, /\/(?:rest[-/.]|three-ds[/.]|authenticat)/);
});

test("the entry of the 3-D Secure server, which takes a card, is found by what the hosted-page entries are searched for", () => {
  const files = reachable(entries["@ventanilla/client/three-ds"] ?? "");
  assert.ok(files.some((file) => /\b(?:acctNumber|"card-number"):/.test(readFileSync(file, "utf8"))));
});

test("the graph is walked: the first entry reaches the wire and the sender", () => {
  const files = reachable(entries["@ventanilla/client"] ?? "").map((file) => relative(packages, file));
  for (const file of ["client/src/send.ts", "client/src/wire/payment-request-fields.ts"])
    assert.ok(files.includes(file));
});

test("the only field for a card takes a masked number, and no number in the clear", () => {
  const cardFields = Object.keys(paymentRequestFields).filter((name) => /card|pan|cvv/i.test(name));
  assert.deepEqual(cardFields, ["CreditcardNumber"]);
  const rule: PaymentRequestRule = paymentRequestFields.CreditcardNumber;
  const digits = fc.string({ unit: fc.constantFrom(...Array.from("0123456789")), minLength: 11, maxLength: 19 });
  fc.assert(
    fc.property(digits, fc.constantFrom("", " ", "-"), fc.integer({ min: 1, max: 6 }), (number, separator, every) => {
      const CreditcardNumber = number.replace(new RegExp(`(.{${every}})(?=.)`, "g"), `$1${separator}`);
      assert.ok(!rule.pattern.test(CreditcardNumber));
      assert.ok(!PaymentRequest.safeParse({ ...minimalRequests["2240"], CreditcardNumber }).success);
    }),
  );
});
