import assert from "node:assert/strict";
import { conform, type Need } from "./conform.ts";
import { inTime, moveClock, stateOf } from "./control.ts";
import {
  createSession,
  enterCard,
  openPage,
  outOf,
  type Page,
  query,
  result,
  type Session,
  submit,
} from "./hosted-steps.ts";
import { textOf } from "./raw-http.ts";
import { tdsSupplied } from "./rest-samples.ts";
import { approved, attempt, refused } from "./rest-steps.ts";
import type { Target } from "./target.ts";

const page: readonly Need[] = ["page", "control"];

conform(
  "6.3 A buyer whom 3-D Secure lets pass without a challenge is asked nothing",
  { needs: page },
  async (target) => {
    const { session, after } = await challenged(target, "frictionless");
    outOf(target, after);
    assert.equal(textOf(await result(target, session), "ResponseCode"), "00");
  },
);

conform("6.3 While the challenge is open there is no result", { needs: page }, async (target) => {
  const { session } = await challenged(target, "challenge");
  const answer = await query(target, session);
  assert.equal(answer.status, 404, answer.text);
});

conform("6.3 A challenge that is completed lets the payment be approved", { needs: page }, async (target) => {
  const { session, after } = await challenged(target, "challenge");
  const [, otp = ""] = /class="otp">(\d+)</.exec(after.text) ?? [];
  outOf(target, await submit(after, "otp", { otp, action: "confirm" }));
  assert.equal(textOf(await result(target, session), "ResponseCode"), "00");
});

conform(
  "6.3 TF is the code when the buyer answers the challenge wrongly to the end",
  { needs: page },
  async (target) => {
    const { session, after } = await challenged(target, "challenge");
    let at = after;
    for (let tries = 0; tries < 5 && at.text.includes('name="otp"'); tries++) {
      at = await submit(at, "otp", { otp: "x", action: "confirm" });
    }
    outOf(target, at);
    assert.equal(textOf(await result(target, session), "ResponseCode"), "TF");
  },
);

conform("6.3 TF is the code when the buyer leaves the challenge", { needs: page }, async (target) => {
  const { session, after } = await challenged(target, "challenge");
  outOf(target, await submit(after, "otp", { action: "cancel" }));
  assert.equal(textOf(await result(target, session), "ResponseCode"), "TF");
});

conform("6.3 TF is the code when the buyer never comes back to the challenge", { needs: page }, async (target) => {
  await inTime(target, async () => {
    const { session } = await challenged(target, "challenge");
    await moveClock(target, { advance: 15 * 60 * 1000 });
    assert.equal(textOf(await result(target, session), "ResponseCode"), "TF");
  });
});

for (const status of ["Y", "A"]) {
  conform(`7.3 An authentication of status ${status} is not a failure by REST`, { needs: ["card"] }, async (target) => {
    approved(await attempt(target, "Sale", { ...tdsSupplied, tds_status: status }));
  });
}
for (const status of ["N", "R"]) {
  conform(
    `7.3 An authentication of status ${status} is a failure by REST: 4901`,
    { needs: ["card", "control"] },
    async (target) => {
      const answer = await attempt(target, "Sale", { ...tdsSupplied, tds_status: status });
      assert.ok(
        [answer.json?.["response-code"], answer.json?.["internal-response-code"]].includes("4901"),
        answer.text,
      );
    },
  );
}

conform(
  "7.3 A check-in whose authentication failed has nothing to check out",
  { needs: ["card", "control"] },
  async (target) => {
    const fields = { ...tdsSupplied, tds_status: "N" };
    const checkIn = await attempt(target, "CheckIn", fields);
    assert.notEqual(checkIn.json?.["response-code"], "00");
    const txToken = checkIn.json?.txToken ?? checkIn.json?.trToken ?? "none";
    refused(await attempt(target, "CheckOut", { "idempotency-key": checkIn.json?.["idempotency-key"], txToken }));
  },
);

/** Brings a buyer with a card of that 3-D Secure behavior past the card form. */
async function challenged(target: Target, threeDs: string): Promise<{ session: Session; after: Page }> {
  const { cards } = (await stateOf(target)) as { cards: { number: string; threeDs?: string; ResponseCode: string }[] };
  const card = cards.find((one) => one.threeDs === threeDs && one.ResponseCode === "00");
  assert.ok(card, `no test card for ${threeDs}`);
  const session = await createSession(target);
  const opened = await openPage(target, { SESSION: session.SESSION });
  return { session, after: await enterCard(target, opened, card.number) };
}
