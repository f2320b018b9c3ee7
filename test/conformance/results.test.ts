import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { confirm, preauthorized } from "./confirmation-steps.ts";
import { conform, type Need } from "./conform.ts";
import { redirectFields, resultFields } from "./contract-tables.ts";
import { cardFor, inTime, moveClock } from "./control.ts";
import { createSession, pay, query, result, type Session } from "./hosted-steps.ts";
import { textOf } from "./raw-http.ts";
import type { Target } from "./target.ts";

const page: readonly Need[] = ["page", "control"];
const halfHour = 30 * 60 * 1000;

for (const [field, spellings, form, most] of resultFields) {
  conform(`2.2 Result ${field} of an approved payment`, { needs: page }, async (target) => {
    const session = await createSession(target, { OrdenID: "C-RESULT" });
    await pay(target, session);
    const answer = await result(target, session);
    const names = target.profile === "document" ? spellings.slice(0, 1) : spellings;
    const name = names.find((spelling) => answer.json?.[spelling] !== undefined);
    assert.ok(name, `${field} is missing in ${answer.text}`);
    const value = textOf(answer, name);
    assert.match(value, form);
    assert.ok(Buffer.byteLength(value) <= most, `${field} is longer than ${most}`);
  });
}

conform("2.2 Result OrdenID and TransactionId are those of the session", { needs: page }, async (target) => {
  const session = await createSession(target, { OrdenID: "C-42", TransactionId: "424242" });
  await pay(target, session);
  const answer = await result(target, session);
  assert.deepEqual([textOf(answer, "OrdenID"), textOf(answer, "TransactionId")], ["C-42", "424242"]);
});

conform("2.2 Result RetrievalReferenceNumber is unique per transaction", { needs: page }, async (target) => {
  const references = new Set<string>();
  for (let i = 0; i < 5; i++) {
    const session = await createSession(target);
    await pay(target, session);
    const answer = await result(target, session);
    references.add(String(answer.json?.RetrievalReferenceNumber ?? answer.json?.RetrivalReferenceNumber));
  }
  assert.equal(references.size, 5);
});

conform("2.2 Result CreditCardNumber never shows more than six and four digits", { needs: page }, async (target) => {
  const session = await createSession(target);
  await pay(target, session);
  const { json = {}, text } = await result(target, session);
  const shown = [json.CreditCardNumber, json.CreditcardNumber].filter((value) => typeof value === "string");
  assert.ok(shown.length > 0, text);
  for (const value of shown) assert.match(value, /^\d{0,6}\D+\d{0,4}$/);
  assert.ok(!text.includes(target.card.number.slice(4, 12)), text);
});

conform(
  "2.2 Spelling variants: live answers RetrivalReferenceNumber, and TransactionID beside TransactionId",
  { needs: page, profile: "live" },
  async (target) => {
    const session = await createSession(target);
    await pay(target, session);
    const answer = await result(target, session);
    assert.match(textOf(answer, "RetrivalReferenceNumber"), /^\d{12}$/);
    assert.equal(textOf(answer, "TransactionID"), textOf(answer, "TransactionId"));
  },
);

conform(
  "2.2 Redirect text form: the return carries name=value pairs",
  { needs: page, profile: "document" },
  async (target) => {
    const { fields } = await pay(target, await createSession(target));
    for (const name of redirectFields) assert.ok(fields[name], `${name} is missing in ${JSON.stringify(fields)}`);
  },
);

conform(
  "2.2 Redirect text form: live says SESSION and Transaction Received, and no result",
  { needs: page, profile: "live" },
  async (target) => {
    const { fields } = await pay(target, await createSession(target));
    assert.deepEqual(Object.keys(fields), ["SESSION", "Description"]);
    assert.equal(fields.Description, "Transaction Received");
  },
);

for (const name of redirectFields) {
  conform(`2.2 Redirect text ${name} is the query's`, { needs: page, profile: "document" }, async (target) => {
    const session = await createSession(target);
    const { fields } = await pay(target, session);
    const { json = {} } = await result(target, session);
    const other: Record<string, string> = {
      TransactionID: "TransactionId",
      RetrivalReferenceNumber: "RetrievalReferenceNumber",
    };
    assert.equal(fields[name], json[name] ?? json[other[name] ?? name]);
  });
}

conform("6.2 Approved, the buyer is sent to ReturnUrl with its query", { needs: page }, async (target) => {
  const { action } = await pay(target, await createSession(target));
  assert.equal(action, "http://shop.localhost:3000/return?order=A-1&x=%26");
});

conform("6.2 Rejected, the buyer is sent to CancelUrl", { needs: page, profile: "document" }, async (target) => {
  const { action } = await declined(target, await createSession(target));
  assert.equal(action, "http://shop.localhost:3000/cancel?order=A-1");
});

conform("6.2 Rejected, the buyer is sent to ReturnUrl by live", { needs: page, profile: "live" }, async (target) => {
  const { action } = await declined(target, await createSession(target));
  assert.equal(action, "http://shop.localhost:3000/return?order=A-1&x=%26");
});

conform("6.2 The same outcome can be fetched by the query, approved or rejected", { needs: page }, async (target) => {
  const [yes, no] = [await createSession(target), await createSession(target)];
  await pay(target, yes);
  await declined(target, no);
  assert.equal(textOf(await result(target, yes), "ResponseCode"), "00");
  assert.equal(textOf(await result(target, no), "ResponseCode"), "51");
});

conform(
  "6.1 No server-to-merchant notification: nobody calls the shop but the buyer's browser",
  { needs: page },
  async (target) => {
    let calls = 0;
    const shop = createServer((_, response) => {
      calls += 1;
      response.end();
    });
    const port = await new Promise<number>((resolve) => {
      shop.listen(0, "127.0.0.1", () => resolve((shop.address() as AddressInfo).port));
    });
    const urls = { ReturnUrl: `http://127.0.0.1:${port}/return`, CancelUrl: `http://127.0.0.1:${port}/cancel` };
    try {
      const session = await createSession(target, urls);
      await pay(target, session);
      await result(target, session);
      // Time for a notification to come, were there one: as long as ten more questions take.
      for (let i = 0; i < 10; i++) await result(target, session);
    } finally {
      shop.close();
    }
    assert.equal(calls, 0);
  },
);

conform("6.3 TF is the code of a rejected authentication", { needs: page }, async (target) => {
  const session = await createSession(target);
  const number = await cardFor(target, "TF");
  assert.ok(number, "no test card with TF");
  await pay(target, session, number);
  assert.equal(textOf(await result(target, session), "ResponseCode"), "TF");
});

for (const [what, age, there] of [
  ["five seconds before its 30 minutes end the result is available", halfHour - 5000, true],
  ["after its 30 minutes the result is gone", halfHour, false],
] as const) {
  for (const section of ["3.5", "8 Session result availability:"]) {
    conform(`${section} ${what}`, { needs: page }, (target) => atAge(target, age, there));
  }
}

conform(
  "3.5 A session holds the payment's parameters for its time: after 30 minutes its page takes no card",
  { needs: page },
  async (target) => {
    await inTime(target, async () => {
      const session = await createSession(target);
      await moveClock(target, { advance: halfHour });
      await assert.rejects(pay(target, session), /expected a form/);
    });
  },
);

conform("7.2 After the validity period: the text Session not found and status 404", { needs: page }, async (target) => {
  await inTime(target, async () => {
    const session = await createSession(target);
    await pay(target, session);
    await moveClock(target, { advance: halfHour });
    const { status, text } = await query(target, session);
    const body = target.profile === "document" ? "Session not found" : '{"message":"Session not found"}';
    assert.deepEqual([status, text], [404, body]);
  });
});

conform("7.2 A session that never was is not found either", {}, async (target) => {
  const { status, text } = await query(target, { SESSION: "00000000-0000-4000-8000-000000000000", key: "0" });
  assert.equal(status, 404);
  assert.match(text, /Session not found/);
});

conform(
  "3.4 A pre-authorization is settled by a confirmation that returns its values",
  { needs: page },
  async (target) => {
    const code = await confirm(target, await preauthorized(target), {});
    assert.equal(code, "00");
  },
);

for (const [field, value] of [
  ["TxToken", `txn-${"0".repeat(32)}`],
  ["AuthorizationCode", "ZZZZZZ"],
  ["RetrivalReferenceNumber", "000000000000"],
  ["CreditcardNumber", "400000______0002"],
] as const) {
  conform(`3.4 A confirmation with another ${field} is not approved`, { needs: page }, async (target) => {
    assert.notEqual(await confirm(target, await preauthorized(target), { [field]: value }), "00");
  });
}

conform("3.4 A pre-authorization is confirmed once", { needs: page }, async (target) => {
  const values = await preauthorized(target);
  assert.equal(await confirm(target, values, {}), "00");
  assert.notEqual(await confirm(target, values, {}), "00");
});

async function declined(target: Target, session: Session) {
  return pay(target, session, (await cardFor(target, "51")) ?? "4761340000001512");
}

async function atAge(target: Target, age: number, there: boolean): Promise<void> {
  await inTime(target, async () => {
    const session = await createSession(target);
    await pay(target, session);
    await moveClock(target, { advance: age });
    const { status, text } = await query(target, session);
    assert.equal(status, there ? 200 : 404, text);
  });
}
