import { idempotencyKeyPaths, type RestOperation, restPaths } from "@ventanilla/client/wire";
import { refusalExamples } from "./answers.ts";
import { restAnswers, restExamples } from "./examples.ts";
import { type ApiOperation, always, jsonContent } from "./operation.ts";
import { ref, restRequestSchema, type Schema } from "./schema.ts";

const restNames = {
  sale: ["SaleRequest", "Charge a card"],
  void: ["VoidRequest", "Undo a sale or check-in before the batch closes"],
  checkIn: ["CheckInRequest", "Hold an amount on a card (check-in)"],
  checkOut: ["CheckOutRequest", "Charge what a check-in holds, or less (check-out)"],
  refund: ["RefundRequest", "Return all or part of a charge (once)"],
} as const satisfies Record<RestOperation, readonly [string, string]>;
const restNotes: Record<RestOperation, string> = {
  sale: "Ask for an idempotency key first. The same key again gets the first answer byte for byte, with response-code-source icache.",
  void: "Send the original's key and its pnRef. Possible only before the merchant's batch close (7:00 p.m. unless agreed otherwise); after it, send a refund.",
  checkIn: "Ask for an idempotency key first. Nothing is settled until the check-out.",
  checkOut: "Send the check-in's key and its txToken; once, and at most the amount held.",
  refund: "Send the original's key and its txToken, with a bearer token; once, and at most the amount charged.",
};

const operations = Object.keys(restPaths) as RestOperation[];

/** The REST paths, with both spellings of the path for a key. */
export function restItems(): Record<string, { post: ApiOperation }> {
  return Object.fromEntries([
    ...idempotencyKeyPaths.map((path, i) => [path, { post: idempotencyKey(i) }]),
    ...operations.map((operation) => [restPaths[operation], { post: rest(operation) }]),
  ]);
}

/** The REST requests by their component names. */
export function restSchemas(): Record<string, Schema> {
  return Object.fromEntries(
    operations.map((operation) => {
      const [name, title] = restNames[operation];
      return [name, restRequestSchema(operation, title)];
    }),
  );
}

function idempotencyKey(spelling: number): ApiOperation {
  return {
    operationId: spelling === 0 ? "idempotencyKey" : "idempotencyKey2",
    tags: ["REST"],
    summary: spelling === 0 ? "Get an idempotency key" : "Get an idempotency key (other spelling of the path)",
    description: "Before every sale and check-in. No body, or {}. The other operations send the key of the original.",
    responses: {
      "200": {
        description: "The key, behind `ikey:`",
        content: {
          "text/plain": {
            schema: { type: "string", pattern: "^ikey:[!-~]+$" },
            example: "ikey:8d0f4f1f6bb14a6f9b1c0f3e2a7d5c61",
          },
        },
      },
      ...always,
    },
  };
}

function rest(operation: RestOperation): ApiOperation {
  const [schema, summary] = restNames[operation];
  const path = restPaths[operation];
  return {
    operationId: operation,
    tags: ["REST"],
    summary,
    description: restNotes[operation],
    ...(operation === "refund" && { security: [{ bearer: [] }] }),
    requestBody: { required: true, content: jsonContent(ref(schema), restExamples[operation]) },
    responses: {
      "200": {
        description: "The answer, whether the issuer approved or declined",
        content: jsonContent(ref("RestAnswer"), restAnswers[operation]),
      },
      "400": {
        description: "A field breaks a rule",
        content: jsonContent(ref("ValidationError"), refusalExamples.validation(path)),
      },
      ...(operation === "refund" && {
        "401": {
          description: "No bearer token, or one that has expired",
          content: jsonContent(ref("ValidationError"), refusalExamples.unauthorized(path)),
        },
      }),
      ...always,
    },
  };
}
