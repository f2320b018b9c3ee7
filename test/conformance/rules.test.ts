import assert from "node:assert/strict";
import { conform, type Need } from "./conform.ts";
import { inTime, moveClock } from "./control.ts";
import { textOf } from "./raw-http.ts";
import {
  approve,
  approved,
  attempt,
  minimalFields,
  nothingNew,
  originalFor,
  refused,
  send,
  tokenOf,
} from "./rest-steps.ts";

const card: readonly Need[] = ["card"];
const refund: readonly Need[] = ["card", "bearer"];
const clock: readonly Need[] = ["card", "control"];

conform("3.1 A void is accepted before the batch close", { needs: card }, async (target) => {
  approved(await attempt(target, "Void"));
});

conform(
  "3.1 A void after the batch close is refused, and the sale can still be refunded",
  { needs: clock },
  async (target) => {
    await inTime(target, async () => {
      const sale = await originalFor(target, "Void");
      await moveClock(target, { to: "batch-close" });
      refused(await attempt(target, "Void", {}, sale));
      approved(await attempt(target, "Refund", {}, sale));
    });
  },
);

conform("3.1 A sale made after one batch close can be voided until the next", { needs: clock }, async (target) => {
  await inTime(target, async () => {
    await moveClock(target, { to: "batch-close" });
    const sale = await originalFor(target, "Void");
    await moveClock(target, { advance: 23 * 60 * 60 * 1000 });
    approved(await attempt(target, "Void", {}, sale));
  });
});

conform("3.1 A sale is voided once", { needs: card }, async (target) => {
  const sale = await originalFor(target, "Void");
  approved(await attempt(target, "Void", {}, sale));
  nothingNew(await attempt(target, "Void", {}, sale));
});

conform("3.1 A voided sale cannot be refunded", { needs: refund }, async (target) => {
  const sale = await originalFor(target, "Void");
  approved(await attempt(target, "Void", {}, sale));
  refused(await attempt(target, "Refund", {}, sale));
});

conform("3.1 A refunded sale cannot be voided", { needs: refund }, async (target) => {
  const sale = await originalFor(target, "Void");
  approved(await attempt(target, "Refund", { amount: "100.00" }, sale));
  refused(await attempt(target, "Void", {}, sale));
});

conform("3.1 A void of a transaction that does not exist is refused", { needs: card }, async (target) => {
  const fields = await minimalFields(target, "Void");
  refused(await send(target, "Void", { ...fields, pnRef: `txn-${"0".repeat(32)}` }));
  approved(await send(target, "Void", fields));
});

conform("3.1 A check-in can be voided before the batch close", { needs: card, profile: "live" }, async (target) => {
  const checkIn = await approve(target, "CheckIn");
  approved(await attempt(target, "Void", {}, checkIn));
  refused(await attempt(target, "CheckOut", {}, checkIn));
});

conform("3.2 A check-out of the whole amount settles its check-in", { needs: card }, async (target) => {
  approved(await attempt(target, "CheckOut", {}, await approve(target, "CheckIn")));
});

conform("3.2 A check-out of less than its check-in is accepted", { needs: card }, async (target) => {
  approved(await attempt(target, "CheckOut", { amount: "1000.50" }, await approve(target, "CheckIn")));
});

conform("3.2 A check-out of one cent more than its check-in is refused", { needs: card }, async (target) => {
  const checkIn = await approve(target, "CheckIn");
  refused(await attempt(target, "CheckOut", { amount: "2950.01" }, checkIn));
  approved(await attempt(target, "CheckOut", { amount: "2950.00" }, checkIn));
});

conform(
  "3.2 A check-out carries the data of its check-in: another's key, token or approval is refused",
  { needs: card },
  async (target) => {
    const [checkIn, other] = [await approve(target, "CheckIn"), await approve(target, "CheckIn")];
    refused(await attempt(target, "CheckOut", { "idempotency-key": other.sent["idempotency-key"] }, checkIn));
    refused(await attempt(target, "CheckOut", { txToken: tokenOf(other.answer) }, checkIn));
    refused(await attempt(target, "CheckOut", { "approval-code": "ZZZZZZ" }, checkIn));
    const approval = textOf(checkIn.answer, "approval-code");
    approved(await attempt(target, "CheckOut", { "approval-code": approval }, checkIn));
  },
);

conform("3.2 A check-in is settled once", { needs: card }, async (target) => {
  const checkIn = await approve(target, "CheckIn");
  approved(await attempt(target, "CheckOut", { amount: "1000.00" }, checkIn));
  nothingNew(await attempt(target, "CheckOut", { amount: "1950.00" }, checkIn));
});

conform("3.2 A sale has nothing to check out", { needs: card }, async (target) => {
  refused(await attempt(target, "CheckOut", {}, await approve(target, "Sale")));
});

conform("3.2 A declined check-in has nothing to check out", { needs: clock }, async (target) => {
  const fields = await minimalFields(target, "CheckIn");
  const answer = await send(target, "CheckIn", { ...fields, "card-number": "4761340000001512" });
  assert.equal(textOf(answer, "response-code"), "51");
  const good = await approve(target, "CheckIn");
  refused(await attempt(target, "CheckOut", { "idempotency-key": fields["idempotency-key"] }, good));
});

conform("3.3 A refund may be total", { needs: refund }, async (target) => {
  approved(await attempt(target, "Refund", {}, await approve(target, "Sale")));
});

conform("3.3 A refund may be partial", { needs: refund }, async (target) => {
  approved(await attempt(target, "Refund", { amount: "0.01" }, await approve(target, "Sale")));
});

conform("3.3 A refund may not exceed the original amount, not by one cent", { needs: refund }, async (target) => {
  const sale = await approve(target, "Sale", { amount: "1234.87" });
  refused(await attempt(target, "Refund", { amount: "1234.88" }, sale));
  approved(await attempt(target, "Refund", { amount: "1234.87" }, sale));
});

conform(
  "3.3 A refund is performed once per original, even when the first was partial",
  { needs: refund },
  async (target) => {
    const sale = await approve(target, "Sale");
    approved(await attempt(target, "Refund", { amount: "100.00" }, sale));
    nothingNew(await attempt(target, "Refund", { amount: "100.00" }, sale));
    nothingNew(await attempt(target, "Refund", { amount: "200.00" }, sale));
  },
);

conform(
  "3.3 A refund is linked to an original authorized transaction",
  { needs: [...refund, "control"] },
  async (target) => {
    const [sale, other] = [await approve(target, "Sale"), await approve(target, "Sale")];
    refused(await attempt(target, "Refund", { "idempotency-key": other.sent["idempotency-key"] }, sale));
    refused(await attempt(target, "Refund", { txToken: `txn-${"0".repeat(32)}` }, sale));
    const declined = { ...(await minimalFields(target, "Sale")), "card-number": "4761340000001512" };
    await send(target, "Sale", declined);
    refused(
      await attempt(
        target,
        "Refund",
        { "idempotency-key": declined["idempotency-key" as keyof typeof declined] },
        sale,
      ),
    );
  },
);

conform("3.3 A refund is accepted after the batch close", { needs: [...refund, "control"] }, async (target) => {
  await inTime(target, async () => {
    const sale = await approve(target, "Sale");
    await moveClock(target, { to: "batch-close" });
    approved(await attempt(target, "Refund", {}, sale));
  });
});

conform(
  "3.3 A check-out can be refunded, by its own token and the key of its check-in",
  { needs: refund },
  async (target) => {
    const checkIn = await approve(target, "CheckIn");
    const checkOut = await attempt(target, "CheckOut", { amount: "1000.00" }, checkIn);
    approved(checkOut);
    const settled = { sent: { ...checkIn.sent, amount: "1000.00" }, answer: checkOut };
    refused(await attempt(target, "Refund", { amount: "1000.01" }, settled));
    approved(await attempt(target, "Refund", {}, settled));
  },
);

for (const operation of ["Sale", "CheckIn"] as const) {
  conform(
    `3.6 A repeated ${operation} with the same key answers as before, from icache`,
    { needs: card },
    async (target) => {
      const { sent, answer } = await approve(target, operation);
      const again = await send(target, operation, sent);
      assert.equal(again.status, answer.status);
      assert.equal(again.text, answer.text.replace(/("response-code-source"\s*:\s*)"gw"/, '$1"icache"'));
    },
  );
}

for (const operation of ["Void", "CheckOut", "Refund"] as const) {
  const needs = operation === "Refund" ? refund : card;
  conform(
    `3.6 A repeated ${operation} with the original's key answers as before, from icache`,
    { needs },
    async (target) => {
      const fields = await minimalFields(target, operation);
      const first = await send(target, operation, fields);
      approved(first);
      const again = await send(target, operation, fields);
      assert.equal(textOf(again, "response-code-source"), "icache");
      assert.equal(again.text, first.text.replace(/("response-code-source"\s*:\s*)"gw"/, '$1"icache"'));
    },
  );
}

conform(
  "3.6 A key pays once: a sale's key is not good for a check-in, nor a check-in's for a sale",
  { needs: card },
  async (target) => {
    for (const [first, second] of [
      ["Sale", "CheckIn"],
      ["CheckIn", "Sale"],
    ] as const) {
      const { sent } = await approve(target, first);
      nothingNew(await attempt(target, second, { "idempotency-key": sent["idempotency-key"] }));
    }
  },
);

conform("3.6 A declined sale is answered from icache too", { needs: clock }, async (target) => {
  const fields = { ...(await minimalFields(target, "Sale")), "card-number": "4761340000001512" };
  assert.equal(textOf(await send(target, "Sale", fields), "response-code-source"), "gw");
  const again = await send(target, "Sale", fields);
  assert.deepEqual([textOf(again, "response-code"), textOf(again, "response-code-source")], ["51", "icache"]);
});

conform("3.6 A request refused as not valid does not use its key up", { needs: card }, async (target) => {
  const fields = await minimalFields(target, "Sale");
  assert.equal((await send(target, "Sale", { ...fields, amount: "0" })).status, 400);
  approved(await send(target, "Sale", fields));
});

conform("3.6 Four sales at once with one key charge once", { needs: card }, async (target) => {
  const fields = await minimalFields(target, "Sale");
  const answers = await Promise.all([1, 2, 3, 4].map(() => send(target, "Sale", fields)));
  const first = answers.filter(({ json }) => json?.["response-code"] === "00" && json["response-code-source"] === "gw");
  assert.equal(first.length, 1);
  assert.ok(new Set(answers.map(({ json }) => json?.pnRef).filter(Boolean)).size === 1);
});
