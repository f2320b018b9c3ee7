import assert from "node:assert/strict";
import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, relative, resolve } from "node:path";
import { test } from "node:test";
import { PaymentRequest, type PaymentRequestRule, paymentRequestFields } from "@ventanilla/client/wire";
import fc from "fast-check";
import { leastRequests } from "./valid-request.ts";

const packages = resolve(import.meta.dirname, "../../packages");
const entries: Record<string, string> = {
  "@ventanilla/client": resolve(packages, "client/src/index.ts"),
  "@ventanilla/client/wire": resolve(packages, "client/src/wire/index.ts"),
};

/** Every source file that an entry loads, from its import and export statements. */
function reachable(entry: string): string[] {
  const seen = new Set<string>();
  const queue = [entry];
  for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
    if (seen.has(file)) continue;
    seen.add(file);
    for (const [, name = ""] of readFileSync(file, "utf8").matchAll(/(?:from|import)\s*\(?\s*"([^"]+)"/g)) {
      const next = name.startsWith(".") ? resolve(dirname(file), name) : entries[name];
      if (next?.endsWith(".ts") && existsSync(next)) queue.push(next);
    }
  }
  return [...seen];
}

const roots = [
  ...Object.values(entries),
  ...["element", "express"].flatMap((name) => globSync(`${packages}/${name}/src/index.ts`)),
];

test("nothing that the hosted-page entries, the element or the router load names a field for card data", () => {
  // The one name with "card number" in it is the masked number of a result or a confirmation.
  const masked = /credit_?card_?number/gi;
  for (const file of roots.flatMap(reachable)) {
    const code = readFileSync(file, "utf8").replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, "");
    const names = [
      ...code.replace(masked, "").matchAll(/["'.]?\b(card[-_]?number|cvv2?|cvc|pan|track[12])\b["']?\??:/gi),
    ];
    assert.deepEqual(names.map(String), [], relative(packages, file));
    assert.ok(!file.endsWith("/rest.ts"), relative(packages, file));
  }
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
      assert.ok(!PaymentRequest.safeParse({ ...leastRequests["2240"], CreditcardNumber }).success);
    }),
  );
});
