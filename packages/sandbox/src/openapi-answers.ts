import { restResponseFields } from "@ventanilla/client/wire";
import type { Schema } from "./openapi-schema.ts";

const text = (description: string, more: Schema = {}): Schema => ({ type: "string", description, ...more });

/** The bodies that the service answers with, as schemas by their component names (contract §2.1, §2.2 and §7). */
export const answerSchemas: Readonly<Record<string, Schema>> = {
  Session: {
    type: "object",
    title: "A created session",
    required: ["SESSION", "session-key"],
    properties: {
      SESSION: text("Identifier; opaque, at most 512 characters, of no form to rely on", {
        minLength: 1,
        maxLength: 512,
      }),
      "session-key": text("Secret of the merchant’s server, with which the result is asked for", {
        minLength: 1,
        maxLength: 512,
        "x-secret": true,
      }),
    },
  },
  Result: {
    type: "object",
    title: "The result of a transaction",
    description:
      "Spelling variants occur: TransactionID, CreditcardNumber, RetrivalReferenceNumber, OrdenId. A value that there is none of may be missing, empty or N/A. There is no amount and no currency in it.",
    required: ["ResponseCode"],
    properties: {
      ResponseCode: text("Code received from the issuing bank; TF when 3-D Secure was rejected or not completed", {
        pattern: "^[0-9A-Z]{2}$",
      }),
      TransactionId: text("Value assigned by the merchant", { maxLength: 6 }),
      TransactionID: text("TransactionId in its other spelling", { maxLength: 6 }),
      OrdenID: text("Order of the merchant"),
      RemoteResponseCode: text("Remote response code", { maxLength: 3 }),
      AuthorizationCode: text("Issuer authorization number, or N/A", { maxLength: 6 }),
      RetrievalReferenceNumber: text("Reference of the platform, unique", { maxLength: 12 }),
      RetrivalReferenceNumber: text("RetrievalReferenceNumber as live services spell it", { maxLength: 12 }),
      CreditCardNumber: text("First six and last four digits, masked between", { maxLength: 19 }),
      CreditcardNumber: text("CreditCardNumber in its other spelling", { maxLength: 19 }),
      TxToken: text("Transaction token, for the confirmation", { maxLength: 40 }),
      SESSION: text("The payment page’s own identifier, not the created one"),
    },
  },
  RestAnswer: {
    type: "object",
    title: "The answer to a REST operation",
    description:
      "A declined card is such an answer too: response-code decides. The check-in’s token may also be called trToken, a refund’s reference pnRef or txToken. response-code may be missing while internal-response-code is there.",
    required: ["idempotency-key", "internal-response-code", "response-code-desc", "response-code-source"],
    properties: {
      ...Object.fromEntries(Object.entries(restResponseFields).map(([name, meaning]) => [name, text(meaning)])),
      "response-code": text(restResponseFields["response-code"], { pattern: "^(?:[0-9A-Z]{2}|4901)$" }),
      "response-code-source": text(restResponseFields["response-code-source"], { enum: ["gw", "icache"] }),
      trToken: text("txToken of a check-in in its documented spelling"),
    },
  },
  Message: {
    type: "object",
    title: "A refusal of the session API",
    required: ["message"],
    properties: { message: text("What was wrong") },
  },
  ValidationError: {
    type: "object",
    title: "A refused REST request; there is no response-code in it",
    required: ["path", "error", "message", "errors", "status", "timestamp"],
    properties: {
      path: text("The path that was called"),
      error: text("What was wrong, for all fields"),
      message: text("The same again"),
      errors: {
        type: "array",
        items: {
          type: "object",
          required: ["field", "message"],
          properties: { field: text("Name of the field"), message: text("What it should have been") },
        },
      },
      status: text("The HTTP status"),
      timestamp: text("Milliseconds since 1970"),
    },
  },
};

/** An example of each refusal. */
export const refusals = {
  noObject: { message: "an empty body was sent: expected a JSON object with the fields of the payment request" },
  wrongKey: { message: "invalid_sk" },
  pending: { message: "rspdata_not_found" },
  expired: { message: "Session not found" },
  wrongMethod: { message: "Method Not Allowed" },
  tooLong: { message: "Payload Too Large" },
  validation: (path: string) => ({
    path,
    error: "Incoming data validation error",
    message: "Incoming data validation error",
    errors: [{ field: "amount", message: "must be greater than 0" }],
    status: "400",
    timestamp: "1624401063753",
  }),
  unauthorized: (path: string) => ({
    path,
    error: "Unauthorized",
    message: "Unauthorized",
    errors: [{ field: "Authorization", message: "expected a bearer token that is not expired" }],
    status: "401",
    timestamp: "1624401063753",
  }),
};
