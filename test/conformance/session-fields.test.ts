import assert from "node:assert/strict";
import { conform } from "./conform.ts";
import { confirmationFields, exampleFields, sessionFields, threeDsFields, transTypes } from "./contract-tables.ts";
import { warningsOf } from "./control.ts";
import { createSession, paymentRequest, postSession, type Request } from "./hosted-steps.ts";
import { type Raw, textOf } from "./raw-http.ts";
import type { Profile, Target } from "./target.ts";

/** A value of exactly so many bytes for the fields whose form allows more than a fixed one. */
const full: Readonly<Record<string, string>> = {
  MerchantNumber: "123456789012345",
  MerchantTerminal: "123456789012",
  BatchId: "001",
  OrdenID: "C-345678901234567890",
  Ipclient: "203.100.113.107",
  MerchantType: "5999",
  "3DS_email": `${"a".repeat(242)}@example.com`,
  "3DS_mobilePhone": "+18095550123123",
  "3DS_workPhone": "+18095550123123",
  "3DS_homePhone": "+18095550123123",
  "3DS_billAddr_state": "DIS",
  "3DS_billAddr_country": "DOM",
  "3DS_shipAddr_state": "DIS",
  "3DS_shipAddr_country": "DOM",
  "3DS_RI_ind": "001",
};

/** What a confirmation carries besides (contract §2.2 and §3.4). */
const confirmation: Request = {
  TransactionType: "2240",
  TxToken: "txn-8f0c2b7d91e64a35b0d7c4f2a1e9683ba",
  RetrivalReferenceNumber: "632512345678",
  CreditcardNumber: "476134******0050",
  AuthorizationCode: "551234",
  expdate_month: "11",
  expdate_year: "29",
  RemoteResponseCode: "00",
};

/** What the contract calls mandatory and live does not miss: a shop may not have it (contract §2.2). */
const unmissed = new Set<string>([
  ...threeDsFields.map(([field]) => field).filter((field) => field !== "3DS_email" && field !== "3DS_mobilePhone"),
  "expdate_month",
  "expdate_year",
  "RemoteResponseCode",
]);

const confirming = new Set<string>(["TxToken", "expdate_month", "expdate_year", "RemoteResponseCode"]);

for (const [field, need, most] of [...sessionFields, ...threeDsFields]) {
  const base = confirming.has(field) ? confirmation : {};
  if (most !== "") {
    conform(`2.2 ${field} takes ${most} bytes`, {}, async (target) => {
      const own: unknown = paymentRequest(target, base)[field];
      const value =
        full[field] ?? (typeof own === "string" && own.length === Number(most) ? own : "X".repeat(Number(most)));
      const answer = await postSession(target, paymentRequest(target, { ...base, [field]: accepted(field, value) }));
      created(answer);
      if (target.control === undefined) return;
      const warnings = await warningsOf(target, textOf(answer, "SESSION"));
      assert.deepEqual(
        warnings.filter((warning) => warning.includes(`"${field}"`)),
        [],
      );
    });
    if (field !== "TxToken") tooLong(field, Number(most), base);
  } else {
    conform(`2.2 ${field} is as long as an address may be`, {}, async (target) => {
      const value = `http://shop.localhost:3000/back?x=${"y".repeat(1000)}`;
      created(await postSession(target, paymentRequest(target, { [field]: value })));
    });
  }
  if (need === "m") {
    conform(
      `2.2 ${field} is mandatory: without it the session is refused, or warned about`,
      { needs: ["control"] },
      (target) => warnedAbout(target, { ...base, [field]: undefined }, unmissed.has(field) ? undefined : field),
    );
  } else {
    conform(`2.2 ${field} may be left out of a sale`, {}, async (target) => {
      created(await postSession(target, paymentRequest(target, { [field]: undefined })));
    });
  }
}

for (const [field, values, wrong] of [
  ["TransactionType", ["0200", "0100", "2240"], "0300"],
  ["CurrencyCode", ["214", "840"], "978"],
  ["PageLanguaje", ["ESP", "ENG", "ING"], "FRA"],
  ["3DS_transType", transTypes, "02"],
] as const) {
  for (const value of values) {
    conform(`2.2 ${field} ${value} is an allowed value`, {}, async (target) => {
      const others = value === "2240" ? confirmation : {};
      created(await postSession(target, paymentRequest(target, { ...others, [field]: value })));
    });
  }
  conform(
    `2.2 ${field} of another value is refused, or warned about where live ignores it`,
    { needs: ["control"] },
    (target) => warnedAbout(target, { [field]: wrong }, field),
  );
}

for (const [field, value] of exampleFields) {
  conform(`2.2 ${field} may be there, as in the examples`, {}, async (target) => {
    created(await postSession(target, paymentRequest(target, { [field]: value })));
  });
}

for (const field of confirmationFields) {
  conform(`2.2 ${field} is taken in a confirmation`, {}, async (target) => {
    created(await postSession(target, paymentRequest(target, confirmation)));
  });
  conform(
    `2.2 ${field} left out of a confirmation is refused, or warned about where live ignores it`,
    { needs: ["control"] },
    (target) => warnedAbout(target, { ...confirmation, [field]: undefined }, field),
  );
}

// 37 in a request, but 40 in the result that it comes from: what a result carries can be sent back.
tooLong("TxToken", 37, confirmation, "live");
tooLong("TxToken", 40, confirmation, "document");

conform("2.2 OrdenID is read under its other spelling, OrdenId, too", {}, async (target) => {
  created(await postSession(target, paymentRequest(target, { OrdenID: undefined, OrdenId: "C-OTHER" })));
});

conform("2.2 Amount bare and padded are both taken", { profile: "live" }, async (target) => {
  for (const Amount of ["295000", "000000295000", 295000]) {
    created(await postSession(target, paymentRequest(target, { Amount })));
  }
});

conform("2.2 TransactionType 200 is 0200", { profile: "live" }, async (target) => {
  created(await postSession(target, paymentRequest(target, { TransactionType: "200" })));
});

conform(
  "2.2 Amount with decimals is taken with a warning: it loses a hundredfold",
  { needs: ["control"], profile: "live" },
  (target) => warnedAbout(target, { Amount: "2950.00" }, "Amount"),
);

conform(
  "2.2 MerchantName is 22 bytes owner, 13 city, 3 state and 2 country, in upper case",
  { needs: ["control"] },
  async (target) => {
    const name = `${"TIENDA DEMO".padEnd(22)}${"SANTO DOMINGO".padEnd(13)}${"DN".padEnd(3)}DO`;
    const { SESSION } = await createSession(target, { MerchantName: name });
    assert.deepEqual(await warningsOf(target, SESSION), []);
    await warnedAbout(target, { MerchantName: name.toLowerCase() }, "MerchantName");
  },
);

conform("2.2 SESSION is a GUID", { profile: "document" }, async (target) => {
  assert.match((await createSession(target)).SESSION, /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i);
});

conform("2.2 SESSION is sess- and 32 hexadecimal digits in live answers", { profile: "live" }, async (target) => {
  assert.match((await createSession(target)).SESSION, /^sess-[0-9a-f]{32}$/);
});

conform("2.2 session-key is 40 hexadecimal digits", { profile: "document" }, async (target) => {
  assert.match((await createSession(target)).key, /^[0-9a-f]{40}$/i);
});

conform("2.2 session-key is 64 hexadecimal digits in live answers", { profile: "live" }, async (target) => {
  assert.match((await createSession(target)).key, /^[0-9a-f]{64}$/);
});

conform("2.2 SESSION and session-key differ from session to session", {}, async (target) => {
  const sessions = await Promise.all(Array.from({ length: 10 }, () => createSession(target)));
  assert.equal(new Set(sessions.flatMap(({ SESSION, key }) => [SESSION, key])).size, 20);
});

function created(answer: Raw): void {
  assert.equal(answer.status, 200, answer.text);
  assert.ok(textOf(answer, "SESSION") && textOf(answer, "session-key"));
}

/** A field that is one byte too long. */
function tooLong(field: string, most: number, base: Request, profile?: Profile): void {
  conform(
    `2.2 ${field} of more than ${most} bytes is refused, or warned about where live ignores it`,
    { needs: ["control"], ...(profile && { profile }) },
    (target) => warnedAbout(target, { ...base, [field]: "1".repeat(most + 1) }, field),
  );
}

/**
 * Fails unless the document profile refuses such a request, and live makes the session but warns about what it ignored.
 */
async function warnedAbout(target: Target, changes: Request, field: string | undefined): Promise<void> {
  const answer = await postSession(target, paymentRequest(target, changes));
  if (target.profile === "document") {
    assert.equal(answer.status, 400, answer.text);
    assert.match(answer.text, new RegExp(field ?? "."));
    return;
  }
  created(answer);
  if (field === undefined) return;
  const warnings = await warningsOf(target, textOf(answer, "SESSION"));
  assert.ok(
    warnings.some((warning) => warning.includes(field)),
    `expected a warning about ${field}, got ${warnings.join("; ") || "none"}`,
  );
}

/** Fields whose form is more than a length keep a value of the right form. */
function accepted(field: string, value: string): string {
  return field === "3DS_transType" ? "01" : value;
}
