import assert from "node:assert/strict";
import { after, test } from "node:test";
import * as client from "@ventanilla/client";
import * as rest from "@ventanilla/client/rest";
import { merchant, minimalRequests, payment } from "./valid-request.ts";
import { minimalRest, original } from "./valid-rest-request.ts";

// Nothing listens there, and nothing is to be sent.
const url = "http://127.0.0.1:1";
const gateway = client.openGateway({ sessionApiUrl: url, gatewayUrl: url });
const opened = rest.openRest({ baseUrl: url, merchantId: "349000000", terminalId: "58585858" });
after(() => Promise.all([gateway.close(), opened.close()]));

const session = { SESSION: "sess-1", "session-key": "key-1" };
const sale = minimalRequests["0200"];

type Anything = (...args: unknown[]) => unknown;

/** Each function with arguments that are right; each of them is then replaced by one that is not. */
const calls: Readonly<Record<string, readonly unknown[]>> = {
  authorizeForm: [gateway, session],
  batchAt: [0, "19:00", "America/Santo_Domingo"],
  batchOf: ["2026-11-20", "19:00", "America/Santo_Domingo"],
  checkBatchClose: ["19:00", "America/Santo_Domingo"],
  checkOrderId: ["A-1"],
  confirm: [gateway, merchant, {}],
  confirmationRequest: [merchant, {}],
  createSession: [gateway, sale],
  directForm: [gateway, sale],
  installmentsForm: [gateway, session],
  merchantName: [{ owner: "A", city: "B", country: "DO" }],
  openGateway: [{ sessionApiUrl: url, gatewayUrl: url }],
  parseMoney: [{ minor: 1, currency: "DOP" }],
  paymentRequest: [merchant, payment],
  preauthorize: [gateway, merchant, payment],
  responseCode: ["00", "sale"],
  sessionResult: [gateway, session],
  submitSession: [gateway, session],
  checkIn: [opened, minimalRest.checkIn],
  checkOut: [opened, minimalRest.checkOut],
  idempotencyKey: [opened],
  openRest: [{ baseUrl: url, merchantId: "349000000", terminalId: "58585858" }],
  refund: [opened, minimalRest.refund],
  reverse: [opened, original],
  sale: [opened, minimalRest.sale],
  voidTransaction: [opened, minimalRest.void],
};

// They take anything, or what the compiler and their callers answer for.
const withoutErrors = new Set(["cardSchemeOf", "fitsOrderId", "isRealNumber", "parseReturn", "resultContradictions"]);

/** Values of the list below that are right at a place: what may be left out, and an instant. */
const isRight = (name: string, at: number, value: unknown): boolean =>
  value === undefined
    ? at > 0 && ["responseCode", "batchAt", "batchOf"].includes(name)
    : value === 5 && name === "batchAt" && at === 0;

const functions = Object.entries({ ...client, ...rest }).flatMap(([name, value]) =>
  typeof value === "function" && !/^[A-Z]/.test(name) ? [[name, value as Anything] as const] : [],
);

for (const [name, run] of functions) {
  if (withoutErrors.has(name)) continue;
  test(`${name}: an argument that is wrong is an ArgumentError with a stable code, never a bare TypeError`, async () => {
    const right = calls[name] ?? assert.fail(`no arguments for ${name}`);
    for (const [at] of right.entries()) {
      for (const wrong of [undefined, null, 5, Symbol("x"), {}, []]) {
        if (isRight(name, at, wrong)) continue;
        const error = await outcome(() => run(...right.with(at, wrong)));
        assert.ok(error instanceof client.ArgumentError, `${name}, ${typeof wrong} at ${at}: ${String(error)}`);
        assert.equal(error.code, "ERR_VENTANILLA_ARGUMENT");
        assert.equal(error.name, "TypeError");
      }
    }
  });
}

/** What a call throws or rejects with; undefined when it does neither. */
async function outcome(run: () => unknown): Promise<unknown> {
  try {
    await run();
  } catch (error) {
    return error;
  }
  return undefined;
}
