import assert from "node:assert/strict";
import { test } from "node:test";
import type { Sandbox, SandboxOptions } from "@ventanilla/sandbox";
import { cardForm } from "../buyer-at-bank.ts";
import { type Answered, checkIn, checkOut, codeOf, newKey, refund, sale, tokenOf, voidOf } from "./rest.ts";
import { bank, create, open, post, query } from "./shop.ts";

const noon = Date.parse("2026-11-20T16:00:00Z");
const unknown = `txn-${"0".repeat(32)}`;

/** A sandbox, what its console says, and the reason of the newest transaction: one text in all places, or it throws. */
async function told(options: SandboxOptions = {}): Promise<{ own: Sandbox; lines: string[]; reason: () => string }> {
  const lines: string[] = [];
  const own = await bank({ ...options, log: (line) => lines.push(line) });
  const reason = (): string => {
    const { reason: kept, invoice } = own.transactions().at(-1) ?? {};
    assert.ok(kept?.es && kept.en && kept.es !== kept.en);
    assert.deepEqual(own.wire().at(-1)?.reason, kept);
    const line = lines.at(-1) ?? "";
    assert.ok(line.startsWith(invoice ? `${invoice}: ` : "txn-") && line.endsWith(`: ${kept.en}`), line);
    return kept.en;
  };
  return { own, lines, reason };
}

test("REST 12: each of its causes has its own sentence", async () => {
  const { own, reason } = await told();
  const said: string[] = [];
  const declined = async (answer: Promise<Answered>): Promise<void> => {
    assert.equal(codeOf(await answer), "12");
    said.push(reason());
  };
  const original = await sale(own);
  await declined(voidOf(own, original, { currency: "840" }));
  await declined(voidOf(own, original, { "terminal-id": "58585859" }));
  await declined(voidOf(own, original, { environment: "MOTO" }));
  await declined(refund(own, original, { "terminal-id": "1" }));
  await declined(checkOut(own, original));
  await voidOf(own, original);
  await declined(refund(own, original));
  await declined(voidOf(own, await sale(own, { "card-number": "4761340000001512" })));
  const returned = await sale(own);
  await refund(own, returned, { amount: "0.01" });
  await declined(voidOf(own, returned));
  const held = await checkIn(own);
  await declined(checkOut(own, held, { "terminal-id": "58585859" }));
  await declined(checkOut(own, held, { environment: "Ecommerce_COF" }));
  await declined(refund(own, held));
  await checkOut(own, held, { amount: "1000.00" });
  own.switches.set("check-in-void", "refused");
  await declined(voidOf(own, held, { amount: "1000.00" }));
  assert.deepEqual(said, [
    '"currency" is 840: expected 214, as the sale of F-100 has it',
    '"terminal-id" is 58585859: expected 58585858, as the sale of F-100 has it',
    '"environment" is MOTO: expected Ecommerce, as the sale of F-100 has it',
    '"terminal-id" is 1: expected 58585858, as the sale of F-100 has it',
    '"txToken" names the sale of F-100: expected a check-in',
    "the sale of F-100 is voided already: expected one that is approved",
    "the sale of F-100 was declined with 51: expected one that is approved",
    "the sale of F-100 has been refunded already, 0.01 of 1234.87: a refund is done once",
    '"terminal-id" is 58585859: expected 58585858, as the check-in of F-100 has it',
    '"environment" is Ecommerce_COF: expected Ecommerce, as the check-in of F-100 has it',
    "the check-in of F-100 has no check-out yet, so that nothing was charged: expected a check-out before the refund",
    "this bank voids no check-ins (switch check-in-void): expected a sale",
  ]);
});

test("REST 12: the refund of a check-in is told with what its check-out charged", async () => {
  const { own, reason } = await told();
  const held = await checkIn(own);
  const settled = await checkOut(own, held, { amount: "1000.00" });
  assert.equal(codeOf(settled), "00");
  await refund(own, held, { amount: "1.00" });
  assert.equal(codeOf(await voidOf(own, held, { amount: "1000.00" })), "12");
  assert.match(reason(), /^the check-in of F-100 has been refunded already, 1\.00 of 1000\.00/);
});

test("the two casings of Ecommerce are one environment, and a terminal that is left out is the original's", async () => {
  const own = await bank();
  for (const [first, second] of [
    ["ECommerce", "Ecommerce"],
    ["Ecommerce", "ECommerce"],
  ] as const) {
    const original = await sale(own, { environment: first });
    assert.equal(codeOf(await voidOf(own, original, { environment: second })), "00");
    const held = await checkIn(own, { environment: first });
    assert.equal(codeOf(await checkOut(own, held, { environment: second, "terminal-id": undefined })), "00");
  }
});

test("a bank that takes one spelling of Ecommerce alone says what it expects in that spelling", async () => {
  for (const spelling of ["ECommerce", "Ecommerce"] as const) {
    const { own, reason } = await told();
    own.switches.set("environment", spelling);
    const original = await sale(own, { environment: spelling });
    assert.equal(codeOf(await voidOf(own, original, { environment: "MOTO" })), "12");
    const [, expected = ""] = /: expected (\w+), as the sale of F-100 has it$/.exec(reason()) ?? [];
    assert.equal(expected, spelling);
    assert.equal(codeOf(await voidOf(own, original, { environment: expected })), "00");
    for (const environment of ["ecommerce", "Shop", "x".repeat(30)]) {
      const { status, text } = await sale(own, { environment });
      const { errors } = JSON.parse(text) as { errors: { field: string; message: string }[] };
      const names =
        /expected (?:one of )?(.*?)(?:, the one .*)?$/.exec(errors[0]?.message ?? "")?.[1]?.split(", ") ?? [];
      assert.deepEqual([status, errors.length, names.includes(spelling)], [400, 1, true], environment);
      for (const name of names) {
        const amount = name === "ASI" ? "0.00" : "1.00";
        assert.equal((await sale(own, { environment: name, amount })).status, 200, name);
      }
    }
  }
});

test("REST 25: each of its causes has its own sentence, with identifiers shortened", async () => {
  const { own, reason } = await told();
  const original = await sale(own);
  const voided = await voidOf(own, await sale(own));
  const key = await newKey(own);
  const right = original.fields["idempotency-key"] ?? "";
  for (const [fields, expected] of [
    [{ pnRef: unknown }, /^"pnRef" is txn-0000…0000: expected the reference of a sale or check-in of this bank$/],
    [{ pnRef: tokenOf(voided) }, /^"pnRef" names the void of F-100: expected the sale or check-in itself$/],
    [{ "merchant-id": "349000001" }, /^"merchant-id" is 349000001: expected 349000000, as the sale of F-100 has it$/],
  ] as const) {
    assert.equal(codeOf(await voidOf(own, original, fields)), "25");
    assert.match(reason(), expected);
  }
  assert.equal(codeOf(await voidOf(own, original, { "idempotency-key": key })), "25");
  assert.equal(
    reason(),
    `"idempotency-key" is ${key.slice(0, 8)}…${key.slice(-4)}: expected ${right.slice(0, 8)}…${right.slice(-4)}, as the sale of F-100 has it`,
  );
  const held = await checkIn(own);
  assert.equal(codeOf(await checkOut(own, held, { "approval-code": "00551Z" })), "25");
  assert.equal(
    reason(),
    `"approval-code" is 00551Z: expected ${held.fields["approval-code"]}, as the check-in of F-100 has it`,
  );
});

test("REST 13 and 77 name both values", async () => {
  const { own, reason } = await told({ now: () => noon });
  const original = await sale(own);
  assert.equal(codeOf(await voidOf(own, original, { amount: "1234.86" })), "13");
  assert.equal(reason(), '"amount" is 1234.86: expected 1234.87, all of the sale of F-100');
  assert.equal(codeOf(await refund(own, original, { amount: "1234.88" })), "13");
  assert.equal(reason(), '"amount" is 1234.88: expected at most 1234.87, the amount of the sale of F-100');
  own.clock.advance(8 * 60 * 60 * 1000);
  assert.equal(codeOf(await voidOf(own, original)), "77");
  assert.equal(
    reason(),
    "the batch with the sale of F-100 closed at 2026-11-20 19:00 and it is 2026-11-20 20:00 (America/Santo_Domingo): expected a refund",
  );
});

test("a sale says why it is declined: merchant, 3-D Secure, amount, expiry, check digit, card", async () => {
  const { own, reason } = await told({ now: () => noon });
  const mode2 = { tds_mode: "2", tds_eci: "05", tds_aav: "AAV", tds_programprotocol: "2", tds_dstransactionid: "d" };
  for (const [fields, internal, expected] of [
    [{ "merchant-id": "ABC" }, "0003", '"merchant-id" is ABC: expected up to 15 digits'],
    [{ ...mode2, tds_status: "N" }, "4901", '"tds_status" is N, an authentication that failed: expected Y or A'],
    [
      { tds_mode: "1", tds_servertransactionid: "fail-1" },
      "4901",
      '"tds_servertransactionid" begins with "fail", which stands for an authentication that failed',
    ],
    [{ "card-number": "4761340000003005" }, "4901", "the test card ••••\u00a03005 never passes 3-D Secure"],
    [{ amount: "9900.51" }, "0051", "the amount 9900.51 asks for 51: an amount of 9900.CC answers the code CC"],
    [
      { "card-number": "4761340000000051" },
      "0014",
      "the card number ••••\u00a00051 has a wrong check digit: expected a test card",
    ],
    [{ "expiration-date": "01/20" }, "0054", '"expiration-date" is over: expected 11/26 or later'],
    [
      { "card-number": "4761340000001512" },
      "0051",
      "the test card ••••\u00a01512 always answers 51 (Insufficient funds)",
    ],
  ] as const) {
    assert.equal((await sale(own, fields)).fields["internal-response-code"], internal);
    assert.equal(reason(), expected);
  }
  await sale(own);
  assert.equal(own.transactions().at(-1)?.reason, undefined);
  assert.equal(own.wire().at(-1)?.reason, undefined);
});

test("the page's declines say why: on the session, on the wire log at the card and at the query, on the console", async () => {
  const lines: string[] = [];
  const own = await bank({ log: (line) => lines.push(line) });
  for (const [fields, number, expected] of [
    [{ MerchantNumber: "ABC" }, "4761340000000050", '"MerchantNumber" is ABC: expected up to 15 digits'],
    [
      { Amount: "RD$5" },
      "4761340000000050",
      '"Amount" is RD$5: expected 12 digits of minor units, as 000000295000 for 2950.00',
    ],
    [{ Amount: "0" }, "4761340000000050", '"Amount" is 0.00: expected more than zero'],
    [{ CurrencyCode: "DOP" }, "4761340000000050", '"CurrencyCode" is DOP: expected 214 or 840'],
    [
      { Amount: "000000990061" },
      "4761340000000050",
      "the amount 9900.61 asks for 61: an amount of 9900.CC answers the code CC",
    ],
    [{}, "4761340000001512", "the test card ••••\u00a01512 always answers 51 (Insufficient funds)"],
    [{}, "4761340000003005", "the test card ••••\u00a03005 never passes 3-D Secure"],
  ] as const) {
    const session = await create(own, fields);
    await post(await open(own, session), cardForm(number));
    assert.equal(own.sessions().at(-1)?.reason?.en, expected);
    assert.equal(own.wire().at(-1)?.reason?.en, expected);
    assert.ok(lines.at(-1)?.endsWith(`: ${expected}`), lines.at(-1));
    await query(own, session);
    assert.equal(own.wire().at(-1)?.reason?.en, expected);
  }
});

test("a challenge that ends in TF says how it ended", async () => {
  const own = await bank();
  const challenge = async (answers: readonly Record<string, string>[], wait = 0): Promise<string | undefined> => {
    const page = await open(own, await create(own));
    await post(page, cardForm("4761340000002205"));
    for (const answer of answers) await post(page.replace("/auth?", "/auth/challenge?"), answer);
    own.clock.advance(wait);
    return own.sessions().at(-1)?.reason?.en;
  };
  assert.equal(await challenge([{ action: "cancel" }]), "the buyer left the 3-D Secure challenge");
  const wrong = { action: "confirm", otp: "no" };
  assert.equal(
    await challenge([wrong, wrong, wrong]),
    "three wrong codes at the 3-D Secure challenge: expected the one shown",
  );
  assert.equal(await challenge([], 10 * 60 * 1000), "nobody answered the 3-D Secure challenge within 10 minutes");
});

test("a reason never repeats a card number, key or control character", async () => {
  const { own, reason } = await told();
  const original = await sale(own);
  await voidOf(own, original, { pnRef: "4761340000001512" });
  assert.doesNotMatch(reason(), /4761340000001512/);
  const page = await create(own, { MerchantNumber: "\u001b[31m4761340000000050" });
  await post(await open(own, page), cardForm("4761340000000050"));
  assert.doesNotMatch(JSON.stringify(own.sessions().at(-1)?.reason), /4761340000000050|\\u001b/);
});
