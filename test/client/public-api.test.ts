import assert from "node:assert/strict";
import { test } from "node:test";
import * as client from "@ventanilla/client";
import * as wire from "@ventanilla/client/wire";

test("@ventanilla/client exports these names", () => {
  assert.deepEqual(Object.keys(client).toSorted(), [
    "GatewayError",
    "OutcomeUnknownError",
    "authorizeForm",
    "createSession",
    "merchantName",
    "openGateway",
    "parseMoney",
    "parseReturn",
    "paymentRequest",
    "responseCode",
    "responseCodes",
    "sessionResult",
  ]);
});

test("@ventanilla/client/wire exports these names", () => {
  assert.deepEqual(Object.keys(wire).toSorted(), [
    "PaymentRequest",
    "RedirectText",
    "SessionResponse",
    "TransactionResult",
    "nearestName",
    "paymentRequestFields",
  ]);
});
