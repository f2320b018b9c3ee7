import assert from "node:assert/strict";
import { test } from "node:test";
import type { SandboxOptions } from "@ventanilla/sandbox";
import { makeIdentifiers } from "../../packages/sandbox/src/identifiers.ts";
import { cardForm } from "../buyer-at-bank.ts";
import { checkIn, refund, sale } from "./rest.ts";
import { bank, create, follow, open, post, query } from "./shop.ts";

/** Everything a merchant could compare between two runs. */
async function run(options: SandboxOptions, shuffled = false) {
  const sandbox = await bank({ now: () => 1_800_000_000_000, ...options });
  const first = shuffled ? [await sale(sandbox)] : [];
  const session = await create(sandbox);
  const page = await open(sandbox, session);
  const challenge = await (await follow(await post(page, cardForm("4761340000002205")))).text();
  const otp = /class="otp">(\d{6})</.exec(challenge)?.[1] ?? "";
  await post(page.replace("/auth?", "/auth/challenge?"), { otp });
  const sold = first[0] ?? (await sale(sandbox));
  return {
    session,
    page: new URL(page).search,
    otp,
    result: (await query(sandbox, session)).body,
    rest: [sold.text, (await checkIn(sandbox)).text, (await refund(sandbox, sold)).text],
    token: sandbox.issueToken(),
  };
}

/** What is too long to repeat by chance. */
const identifiersOf = ({ session, page, token }: Awaited<ReturnType<typeof run>>): string[] => [
  ...Object.values(session),
  page,
  token.token,
];

test("the same seed gives the same identifiers, keys, codes and references, in whatever order kinds are asked for", async () => {
  const once = await run({ seed: 42 });
  assert.deepEqual(await run({ seed: 42 }), once);
  assert.deepEqual(await run({ seed: 42 }, true), once);
  assert.notDeepEqual(await run({ seed: 43 }), once);
});

test("without a seed no identifier, key or token repeats", async () => {
  const [first, second] = [await run({}), await run({})];
  assert.equal(new Set([...identifiersOf(first), ...identifiersOf(second)]).size, 8);
});

test("identifiers have their forms, seeded or not", () => {
  for (const seed of [undefined, 0, 7]) {
    const ids = makeIdentifiers(seed, () => 1_800_000_000_000);
    assert.match(ids.hex("a", 40), /^[0-9a-f]{40}$/);
    assert.match(ids.guid("a"), /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    assert.match(ids.base62("a", 27), /^[0-9A-Za-z]{27}$/);
    const codes = Array.from({ length: 200 }, () => ids.approvalCode("a"));
    assert.ok(codes.every((code) => /^\d{5}[0-9A-Z]$/.test(code)));
    assert.ok(codes.some((code) => /[A-Z]$/.test(code)) && codes.some((code) => /^\d{6}$/.test(code)));
    const references = Array.from({ length: 200 }, () => ids.reference());
    assert.equal(new Set(references).size, 200);
    assert.ok(references.every((reference) => /^\d{12}$/.test(reference)));
  }
});
