import assert from "node:assert/strict";
import { conform, type Need } from "./conform.ts";
import { type Operation, operations } from "./contract-tables.ts";
import { call, textOf } from "./raw-http.ts";
import {
  approve,
  approved,
  attempt,
  invalid,
  minimalFields,
  newKey,
  paths,
  refused,
  send,
  tokenOf,
} from "./rest-steps.ts";

const card: readonly Need[] = ["card"];
const needsOf = (operation: Operation): readonly Need[] => (operation === "Refund" ? ["card", "bearer"] : card);

conform("1 Two integration styles: REST and the session API answer, each at its address", {}, async (target) => {
  assert.match(await newKey(target), /\S/);
  assert.notEqual((await call("POST", `${target.sessionApi}/sessions`, "{")).status, 404);
});

conform("2 Resources: none but the session is addressed by URL", {}, async (target) => {
  for (const path of ["", "/txn-8f0c2b7d91e64a35b0d7c4f2a1e9683b", "/sales/txn-8f0c2b7d91e64a35b0d7c4f2a1e9683b"]) {
    const { status } = await call("GET", `${target.rest}/api/payment/transactions${path}`);
    assert.equal(status, 404, path);
  }
});

conform(
  "4.1 Create idempotency key: answers ikey:<key> as text, with no body or an empty object",
  {},
  async (target) => {
    for (const body of [undefined, "", "{}"]) {
      const address = `${target.rest}/api/payment/idenpotency-keys`;
      const answer = await call("POST", address, body, { accept: "text/plain" });
      assert.equal(answer.status, 200);
      assert.match(answer.text, /^ikey:\S+$/);
    }
  },
);

conform("4.1 Create idempotency key: no two are alike", {}, async (target) => {
  const keys = await Promise.all(Array.from({ length: 20 }, () => newKey(target)));
  assert.equal(new Set(keys).size, 20);
});

conform("4.1 Create idempotency key: the spelling idempotency-keys is served too", {}, async (target) => {
  assert.match(await newKey(target, "/api/payment/idempotency-keys"), /\S/);
});

for (const operation of operations) {
  conform(
    `4.1 ${operation} is approved with the fields of the matrix, and no other`,
    { needs: needsOf(operation) },
    async (target) => {
      const answer = await attempt(target, operation);
      approved(answer);
      assert.match(answer.headers.get("content-type") ?? "", /^application\/json/);
    },
  );

  conform(`4.1 ${operation} is a POST: other methods are refused and do nothing`, {}, async (target) => {
    for (const method of ["GET", "PUT", "DELETE"]) {
      const { status } = await call(method, target.rest + paths[operation]);
      assert.ok(status === 405 || status === 404, `${method} answered ${status}`);
    }
  });

  conform(`4.1 ${operation} refuses a body that is not JSON`, {}, async (target) => {
    for (const body of ["", "{", "null", "[]", "amount=1"]) {
      const answer = await call("POST", target.rest + paths[operation], body, { "content-type": "application/json" });
      assert.ok(answer.status >= 400 && answer.status < 500, `${body} answered ${answer.status} ${answer.text}`);
      assert.notEqual(answer.json?.["response-code"], "00");
    }
  });
}

conform("4.1 Sale takes values as numbers and as strings", { needs: card }, async (target) => {
  const { number, terminal } = target.merchant;
  const numbers = {
    "merchant-id": Number(number),
    "terminal-id": Number(terminal),
    "card-number": Number(target.card.number),
    cvv: Number(target.card.cvv),
    currency: 214,
    amount: 2950,
  };
  approved(await attempt(target, "Sale", numbers));
});

conform("4.1 Sale ignores fields that the contract does not know", { needs: card }, async (target) => {
  approved(await attempt(target, "Sale", { surprise: { deep: [1] }, "": null }));
});

for (const operation of ["Sale", "CheckIn"] as const) {
  conform(
    `4.1 Key first: ${operation} with a key that was never given out is refused`,
    { needs: card },
    async (target) => {
      refused(await attempt(target, operation, { "idempotency-key": "0123456789abcdef0123456789abcdef" }));
    },
  );
}

conform(
  "4.1 Void example: client-ip, invoice-number and reference-number may be there",
  { needs: card },
  async (target) => {
    const listed = { "client-ip": "127.0.0.1", "invoice-number": "C1", "reference-number": "R1" };
    approved(await attempt(target, "Void", listed));
  },
);

conform(
  "4.1 CheckIn example: a card number masked with asterisks is not a card number",
  { needs: card },
  async (target) => {
    refused(await attempt(target, "CheckIn", { "card-number": "476134******0050" }));
  },
);

conform("4.1 CheckOut takes the token of the check-in under the name txToken", { needs: card }, async (target) => {
  const checkIn = await approve(target, "CheckIn");
  const fields = await minimalFields(target, "CheckOut", checkIn);
  invalid(
    await send(target, "CheckOut", { ...fields, txToken: undefined, trToken: tokenOf(checkIn.answer) }),
    "txToken",
  );
  approved(await send(target, "CheckOut", fields));
});

conform("2.1 Approval: 00 comes with the description Transaction Approved", { needs: card }, async (target) => {
  assert.match(textOf(await attempt(target, "Sale"), "response-code-desc"), /^transaction approved\.?$/i);
});

for (const operation of ["Void", "CheckOut", "Refund"] as const) {
  conform(`5.2 token is mandatory in ${operation}: empty is refused`, { needs: needsOf(operation) }, async (target) => {
    invalid(await attempt(target, operation, { token: "" }), "token");
  });
}
for (const operation of ["Sale", "CheckIn"] as const) {
  conform(`5.2 token is optional in ${operation}`, { needs: card }, async (target) => {
    approved(await attempt(target, operation));
    approved(await attempt(target, operation, { token: "any-value-of-the-client" }));
  });
}
