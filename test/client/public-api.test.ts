import assert from "node:assert/strict";
import { test } from "node:test";
import * as client from "@ventanilla/client";
import * as rest from "@ventanilla/client/rest";
import * as wire from "@ventanilla/client/wire";

test("@ventanilla/client exports these names", () => {
  assert.deepEqual(Object.keys(client).toSorted(), [
    "ArgumentError",
    "GatewayError",
    "OutcomeUnknownError",
    "authorizeForm",
    "checkOrderId",
    "confirm",
    "confirmationRequest",
    "createSession",
    "directForm",
    "installmentsForm",
    "merchantName",
    "nearestName",
    "openGateway",
    "parseMoney",
    "parseReturn",
    "paymentRequest",
    "preauthorize",
    "responseCode",
    "responseCodes",
    "resultContradictions",
    "sessionResult",
    "submitSession",
  ]);
});

test("@ventanilla/client/rest exports these names", () => {
  assert.deepEqual(Object.keys(rest).toSorted(), [
    "ArgumentError",
    "GatewayError",
    "OutcomeUnknownError",
    "checkIn",
    "checkOut",
    "idempotencyKey",
    "openRest",
    "refund",
    "responseCode",
    "reverse",
    "sale",
    "voidTransaction",
  ]);
});

test("@ventanilla/client/wire exports these names", () => {
  assert.deepEqual(Object.keys(wire).toSorted(), [
    "PaymentRequest",
    "RedirectText",
    "RestResponse",
    "SessionResponse",
    "TransactionResult",
    "fieldErrorFields",
    "idempotencyKeyPaths",
    "isCharge",
    "meantField",
    "namesOf",
    "nearestName",
    "parseRestAmount",
    "paymentRequestFields",
    "responseCode",
    "responseCodes",
    "restAmount",
    "restConditions",
    "restEnvironments",
    "restExampleFields",
    "restFields",
    "restHints",
    "restIssues",
    "restPaths",
    "restRefusalFields",
    "restRequirements",
    "restResponseFields",
    "resultFields",
    "sessionFields",
    "sessionHints",
    "sessionRefusalFields",
    "spellings",
    "tokenEcis",
  ]);
});
