import assert from "node:assert/strict";
import { conform, type Need } from "./conform.ts";
import { answerFields, type Operation, operations } from "./contract-tables.ts";
import { call, postJson, textOf } from "./raw-http.ts";
import { approve, attempt, minimalFields, paths, send, tokenOf } from "./rest-steps.ts";

const needsOf = (operation: Operation): readonly Need[] => (operation === "Refund" ? ["card", "bearer"] : ["card"]);

for (const [field, form] of answerFields) {
  for (const operation of operations) {
    conform(
      `2.1 Answer ${field} is there in ${operation}, as a string`,
      { needs: needsOf(operation) },
      async (target) => {
        const answer = await attempt(target, operation);
        assert.equal(typeof answer.json?.[field], "string", answer.text);
        assert.match(textOf(answer, field), form);
      },
    );
  }
}

for (const operation of ["Sale", "CheckIn"] as const) {
  conform(`2.1 Answer idempotency-key of ${operation} is the request's`, { needs: ["card"] }, async (target) => {
    const { sent, answer } = await approve(target, operation);
    assert.equal(textOf(answer, "idempotency-key"), sent["idempotency-key"]);
  });
  conform(`2.1 Answer approval-code comes with an approved ${operation}`, { needs: ["card"] }, async (target) => {
    assert.match(textOf((await approve(target, operation)).answer, "approval-code"), /^[0-9A-Z]{6}$/);
  });
}

conform("2.1 Answer approval-code does not come with a decline", { needs: ["card", "control"] }, async (target) => {
  const answer = await attempt(target, "Sale", { "card-number": "4761340000001512" });
  assert.equal(textOf(answer, "response-code"), "51");
  assert.ok(["", "N/A", undefined, null].includes(answer.json?.["approval-code"] as string), answer.text);
});

for (const operation of ["Sale", "Void"] as const) {
  conform(`2.1 Answer pnRef is there in ${operation}`, { needs: ["card"] }, async (target) => {
    assert.match(textOf(await attempt(target, operation), "pnRef"), /^\S+$/);
  });
}

conform("2.1 Answer txToken of CheckIn comes as trToken or txToken", { needs: ["card"] }, async (target) => {
  const { answer } = await approve(target, "CheckIn");
  assert.match(tokenOf(answer), /^\S+$/);
  assert.ok("txToken" in (answer.json ?? {}) || "trToken" in (answer.json ?? {}), answer.text);
});

conform(
  "2.1 trToken is the documented name of CheckIn's token",
  { needs: ["card"], profile: "document" },
  async (target) => {
    assert.match(textOf((await approve(target, "CheckIn")).answer, "trToken"), /^\S+$/);
  },
);

conform(
  "2.1 trToken is shown as txToken in the example of CheckIn, and so by live",
  { needs: ["card"], profile: "live" },
  async (target) => {
    assert.match(textOf((await approve(target, "CheckIn")).answer, "txToken"), /^\S+$/);
  },
);

conform("2.1 Answer txToken is there in CheckOut", { needs: ["card"] }, async (target) => {
  assert.match(textOf(await attempt(target, "CheckOut"), "txToken"), /^\S+$/);
});

conform(
  "2.1 Answer txToken of Refund comes as txToken, or as pnRef in the example",
  { needs: ["card", "bearer"] },
  async (target) => {
    const answer = await attempt(target, "Refund");
    const name = target.profile === "document" || answer.json?.txToken !== undefined ? "txToken" : "pnRef";
    assert.match(textOf(answer, name), /^\S+$/);
  },
);

conform(
  "7.1 The outcome is read from response-code with internal-response-code, and 00 is approval",
  { needs: ["card", "control"] },
  async (target) => {
    const yes = await attempt(target, "Sale");
    assert.deepEqual([textOf(yes, "response-code"), textOf(yes, "internal-response-code")], ["00", "0000"]);
    const no = await attempt(target, "Sale", { "card-number": "4761340000001512" });
    assert.equal(no.status, 200);
    assert.match(textOf(no, "response-code"), /^[0-9A-Z]{2}$/);
    assert.match(textOf(no, "internal-response-code"), /^\d{4}$/);
  },
);

conform(
  "7.1 A validation failure has no response-code, in the body that live answers are known by",
  { needs: ["card"] },
  async (target) => {
    const fields = await minimalFields(target, "Sale");
    const { status, json, text } = await send(target, "Sale", { ...fields, amount: "0" });
    assert.equal(status, 400, text);
    assert.deepEqual(Object.keys(json ?? {}), ["path", "error", "message", "errors", "status", "timestamp"]);
    assert.equal(json?.path, paths.Sale);
    assert.equal(json?.error, "Incoming data validation error");
    assert.equal(json?.message, "Incoming data validation error");
    assert.equal(json?.status, "400");
    assert.match(String(json?.timestamp), /^\d{13}$/);
    assert.deepEqual(json?.errors, [{ field: "amount", message: "must be greater than 0" }]);
  },
);

conform("7.1 A path that does not exist answers 404, and no page", {}, async (target) => {
  const answer = await postJson(`${target.rest}/api/payment/transactions/nothing`, {});
  assert.equal(answer.status, 404);
  assert.doesNotMatch(answer.text, /<html/i);
  assert.equal((await call("GET", `${target.rest}/api/payment/idenpotency-keys`)).status, 405);
});
