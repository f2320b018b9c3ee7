import assert from "node:assert/strict";
import { after, test } from "node:test";
import * as client from "@ventanilla/client";
import * as rest from "@ventanilla/client/rest";
import * as threeDs from "@ventanilla/client/three-ds";
import { Authentication } from "../../packages/client/src/three-ds/authentication.ts";
import { merchant, minimalRequests, payment } from "./valid-request.ts";
import { minimalRest, original } from "./valid-rest-request.ts";
import { minimalAuthentication } from "./valid-three-ds-request.ts";

// Nothing listens there, and nothing is to be sent.
const url = "http://127.0.0.1:1";
const gateway = client.openGateway({ sessionApiUrl: url, gatewayUrl: url });
const opened = rest.openRest({ baseUrl: url, merchantId: "349000000", terminalId: "58585858" });
const threeDsOptions = { baseUrl: url, integratorCode: "INT-1", apiKey: "key" };
const threeDsServer = threeDs.openThreeDs(threeDsOptions);
after(() => Promise.all([gateway.close(), opened.close(), threeDsServer.close()]));

const noFields = {};
const session = { SESSION: "sess-1", "session-key": "key-1" };
const sale = minimalRequests["0200"];
const authenticated = new Authentication("A-1", "Y", {
  threeDSServerTransID: "server-1",
  eci: "05",
  messageVersion: "2.2.0",
  dsTransID: "directory-1",
  authenticationValue: "AAABBBCCCDDDEEEFFFGGGHHH1234",
  challenge: undefined,
});

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
  normalizeBuyer: [{ buyer: {} }],
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
  authenticate: [threeDsServer, minimalAuthentication],
  authenticationStatus: [threeDsServer, { transactionId: "A-1", amount: payment.amount }],
  openThreeDs: [threeDsOptions],
  tdsFields: [authenticated, "2"],
};

// They take anything, or what the compiler and their callers answer for.
const withoutErrors = new Set(["cardSchemeOf", "fitsOrderId", "isRealNumber", "parseReturn", "resultContradictions"]);

/**
 * Values of the list below that are right at a place: what may be left out, an instant, and details without a buyer,
 * which `paymentRequest` refuses.
 */
function isRight(name: string, at: number, value: unknown): boolean {
  if (value === undefined) return at > 0 && ["responseCode", "batchAt", "batchOf", "tdsFields"].includes(name);
  if (at > 0) return false;
  return name === "batchAt" ? value === 5 : name === "normalizeBuyer" && value === noFields;
}

const functions = Object.entries({ ...client, ...rest, ...threeDs }).flatMap(([name, value]) =>
  typeof value === "function" && !/^[A-Z]/.test(name) ? [[name, value as Anything] as const] : [],
);

for (const [name, run] of functions) {
  if (withoutErrors.has(name)) continue;
  test(`${name}: an argument that is wrong is an ArgumentError with a stable code, never a bare TypeError`, async () => {
    const right = calls[name] ?? assert.fail(`no arguments for ${name}`);
    for (const [at] of right.entries()) {
      for (const wrong of [undefined, null, 5, Symbol("x"), noFields, []]) {
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
