import assert from "node:assert/strict";
import { test } from "node:test";
import { authorizeForm, createSession, parseReturn, paymentRequest, sessionResult } from "@ventanilla/client";
import { enterCard, formsOf, type Page } from "../../conformance/hosted-steps.ts";
import { cards, chargesOf, merchant, newPayment, openAt, openCounter } from "./counter.ts";

const counter = await openCounter();
const { gateway, sandbox } = counter;
const target = { card: { number: cards.approved, expiry: "11/29", cvv: "123" } } as Parameters<typeof enterCard>[0];

/** What the shop gets of a return; whatever it is, the query says 00 and the card is charged once. */
type Back = { page: Page; opened: Page; SESSION: string; forms: ReturnType<typeof formsOf> };

const faults: Record<string, (back: Back) => void> = {
  "redirect-second-host": ({ opened }) => assert.notEqual(new URL(opened.address).origin, sandbox.url),
  "refuse-framing": ({ opened }) => {
    assert.equal(opened.headers.get("x-frame-options"), "DENY");
    assert.match(opened.headers.get("content-security-policy") ?? "", /frame-ancestors 'none'/);
  },
  coop: ({ opened }) => assert.equal(opened.headers.get("cross-origin-opener-policy"), "same-origin"),
  "return-get": ({ forms }) => {
    assert.deepEqual(
      forms.map(({ method }) => method),
      ["get"],
    );
    assert.equal(forms[0]?.fields.order, "1");
  },
  "return-script": ({ page, forms }) => {
    assert.deepEqual(forms, []);
    assert.match(page.text, /href="http:\/\/shop\.localhost:3000\/return\?order=1&amp;SESSION=/);
  },
  "no-return": ({ page, forms }) => {
    assert.deepEqual(forms, []);
    assert.doesNotMatch(page.text, /shop\.localhost/);
  },
  "double-return": ({ forms }) => {
    const [first, second] = forms.map(({ fields }) => parseReturn(new URLSearchParams(fields)));
    assert.deepEqual([first?.ResponseCode, second?.ResponseCode, forms.length], [undefined, "00", 2]);
  },
  "return-before-result": ({ forms }) => assert.equal(forms.length, 1),
  "differing-session": ({ forms, opened, SESSION }) => {
    const back = parseReturn(new URLSearchParams(forms[0]?.fields));
    assert.notEqual(back.SESSION, SESSION);
    assert.notEqual(back.SESSION, new URL(opened.address).searchParams.get("s"));
  },
  "interim-only": ({ forms }) => {
    assert.equal(parseReturn(new URLSearchParams(forms[0]?.fields)).ResponseCode, undefined);
  },
};

test("every fault of the page and of the return is played here", () => {
  const known = sandbox.faults.list().filter(({ where }) => where === "page" || where === "return");
  assert.deepEqual(known.map(({ id }) => id).toSorted(), Object.keys(faults).toSorted());
});

for (const [fault, check] of Object.entries(faults)) {
  test(`paying through ${fault}: the query decides, 00, and the card is charged once`, async () => {
    const payment = newPayment();
    sandbox.faults.arm(fault, { order: payment.orderId });
    const session = await createSession(gateway, paymentRequest(merchant, payment));
    const opened = await openAt(sandbox, authorizeForm(gateway, session).fields);
    const page = await enterCard(target, opened, cards.approved);
    const forms = formsOf(page.text, page.address).filter(
      ({ action }) => new URL(action).hostname === "shop.localhost",
    );
    check({ page, opened, SESSION: session.SESSION, forms });
    if (fault === "return-before-result") {
      assert.deepEqual(await sessionResult(gateway, session), { status: "pending" });
      sandbox.clock.advance(3000);
    }
    const answer = await sessionResult(gateway, session);
    assert.equal(answer.status === "finished" && answer.result.ResponseCode, "00");
    assert.deepEqual(chargesOf(sandbox, payment.orderId), [1]);
  });
}
