import assert from "node:assert/strict";
import { connect as connectTls } from "node:tls";
import { conform, type Need } from "./conform.ts";
import { bearerToken, inTime, moveClock, stateOf } from "./control.ts";
import {
  approve,
  approved,
  attempt,
  invalid,
  minimalFields,
  nothingNew,
  originalFor,
  refused,
  send,
} from "./rest-steps.ts";
import type { Target } from "./target.ts";

const hour = 60 * 60 * 1000;
const card: readonly Need[] = ["card"];
const refund: readonly Need[] = ["card", "bearer"];
const clock: readonly Need[] = ["card", "control"];

conform("5.1 TLS 1.2 is spoken", { needs: ["https"] }, async ({ sessionApi, rest, gateway }) => {
  for (const address of new Set([sessionApi, rest, gateway])) {
    const { hostname, port } = new URL(address);
    const protocol = await new Promise<string | null>((resolve, reject) => {
      const options = {
        host: hostname,
        port: Number(port || 443),
        servername: hostname,
        maxVersion: "TLSv1.2",
      } as const;
      const socket = connectTls(options, () => {
        resolve(socket.getProtocol());
        socket.end();
      });
      socket.on("error", reject);
    });
    assert.equal(protocol, "TLSv1.2", address);
  }
});

for (const [what, bearer] of [
  ["no bearer token", null],
  ["a bearer token nobody issued", "not-a-token"],
  ["an empty bearer token", ""],
] as const) {
  conform(`5.3 Refund with ${what} is answered 401, and returns nothing`, { needs: card }, async (target) => {
    const sale = await approve(target, "Sale");
    const answer = await send(target, "Refund", await minimalFields(target, "Refund", sale), bearer);
    assert.equal(answer.status, 401, answer.text);
    assert.notEqual(answer.json?.["response-code"], "00");
  });
}

conform("5.3 Refund is the only operation that asks for a bearer token", { needs: card }, async (target) => {
  for (const operation of ["Sale", "Void", "CheckIn", "CheckOut"] as const) approved(await attempt(target, operation));
});

conform(
  "5.3 After expiry a new token may be requested, and the refund is accepted with it",
  { needs: clock },
  async (target) => {
    await inTime(target, async () => {
      const old = await bearerToken(target);
      await moveClock(target, { advance: hour });
      const fields = await minimalFields(target, "Refund");
      assert.equal((await send(target, "Refund", fields, old)).status, 401);
      approved(await send(target, "Refund", fields, await bearerToken(target)));
    });
  },
);

conform("8 Bearer token validity: accepted five seconds before its hour is over", { needs: clock }, (target) =>
  afterToken(target, hour - 5000, 200),
);
conform("8 Bearer token validity: refused when its hour is over", { needs: clock }, (target) =>
  afterToken(target, hour, 401),
);
conform(
  "8 Bearer token validity: several transactions may be submitted within it",
  { needs: refund },
  async (target) => {
    const token = await bearerToken(target);
    for (let i = 0; i < 3; i++) approved(await send(target, "Refund", await minimalFields(target, "Refund"), token));
  },
);

conform("1 Batch close: it comes by itself at 7:00 PM in Santo Domingo", { needs: clock }, async (target) => {
  await inTime(target, async () => {
    const sale = await originalFor(target, "Void");
    await moveClock(target, { to: "batch-close" });
    refused(await attempt(target, "Void", {}, sale));
  });
});

conform(
  "8 Batch close time: a void is accepted at 6:59 PM and refused at 7:00 PM",
  { needs: clock },
  async (target) => {
    await inTime(target, async () => {
      const [early, late] = [await originalFor(target, "Void"), await originalFor(target, "Void")];
      await moveClock(target, { advance: (await untilSeven(target)) - 60_000 });
      approved(await attempt(target, "Void", {}, early));
      await moveClock(target, { advance: 61_000 });
      refused(await attempt(target, "Void", {}, late));
    });
  },
);

conform("8 Refund count: the second refund of a transaction is not performed", { needs: refund }, async (target) => {
  const sale = await approve(target, "Sale");
  approved(await attempt(target, "Refund", { amount: "1.00" }, sale));
  nothingNew(await attempt(target, "Refund", { amount: "2.00" }, sale));
});

conform(
  "8 Refund amount: the original amount is accepted, one cent more is refused",
  { needs: refund },
  async (target) => {
    refused(await attempt(target, "Refund", { amount: "2950.01" }));
    approved(await attempt(target, "Refund", { amount: "2950.00" }));
  },
);

conform(
  "8 Check-out amount: the original amount is accepted, one cent more is refused",
  { needs: card },
  async (target) => {
    refused(await attempt(target, "CheckOut", { amount: "2950.01" }));
    approved(await attempt(target, "CheckOut", { amount: "2950.00" }));
  },
);

for (const [operation, field, most] of [
  ["Sale", "merchant-id", 15],
  ["Void", "merchant-id", 15],
  ["CheckIn", "merchant-id", 15],
  ["CheckOut", "merchant-id", 15],
  ["Refund", "merchant-id", 15],
  ["Sale", "terminal-id", 8],
  ["Void", "terminal-id", 8],
  ["CheckIn", "terminal-id", 8],
  ["CheckOut", "terminal-id", 8],
  ["Refund", "terminal-id", 8],
  ["Sale", "invoice-number", 15],
  ["CheckIn", "invoice-number", 15],
  ["Refund", "invoice-number", 15],
  ["Sale", "pstr43", 25],
  ["CheckIn", "pstr43", 25],
  ["Sale", "pstr63", 3],
  ["Sale", "cvv", 4],
  ["CheckIn", "cvv", 4],
] as const) {
  const needs = operation === "Refund" ? refund : card;
  conform(`8 Field lengths: ${operation} refuses ${field} of more than ${most}`, { needs }, async (target) => {
    invalid(await attempt(target, operation, { [field]: "1".repeat(most + 1) }), field);
  });
}

/** Refunds with a token that is `age` milliseconds old. */
async function afterToken(target: Target, age: number, status: number): Promise<void> {
  await inTime(target, async () => {
    const token = await bearerToken(target);
    const fields = await minimalFields(target, "Refund");
    await moveClock(target, { advance: age });
    const answer = await send(target, "Refund", fields, token);
    assert.equal(answer.status, status, answer.text);
  });
}

/** Milliseconds from the sandbox's now until 7:00 PM in Santo Domingo, which is UTC-4 all year. */
async function untilSeven(target: Target): Promise<number> {
  const { clock: time } = (await stateOf(target)) as { clock: { now: number | string } };
  const now = new Date(time.now).getTime();
  const day = 24 * hour;
  return (((23 * hour - (now % day)) % day) + day) % day;
}
