import type { TransactionType } from "@ventanilla/client/wire";
import { refusalExamples } from "./answers.ts";
import { paymentExamples, resultAnswers, sessionAnswers } from "./examples.ts";
import { type ApiOperation, type ApiResponse, always, jsonContent } from "./operation.ts";
import { paymentRequestSchema, ref, type Schema } from "./schema.ts";

const paymentTitles = {
  "0200": "PaymentRequest",
  "0100": "PreAuthorizationRequest",
  "2240": "ConfirmationRequest",
} as const satisfies Record<TransactionType, string>;
const paymentNames = {
  "0200": "A normal sale (0200)",
  "0100": "A pre-authorization (0100)",
  "2240": "The confirmation of a pre-authorization (2240)",
} as const satisfies Record<TransactionType, string>;
const types = ["0200", "0100", "2240"] as const;

/** The payment requests by their component names, one for each TransactionType. */
export function paymentSchemas(): Record<string, Schema> {
  return Object.fromEntries(types.map((type) => [paymentTitles[type], paymentRequestSchema(type, paymentNames[type])]));
}

/** `POST /sessions`. */
export function sessionCreation(): ApiOperation {
  return {
    operationId: "createSession",
    tags: ["Session API"],
    summary: "Create a session",
    description: "From your server; nothing is charged yet. Amounts are in cents, padded to 12 digits.",
    requestBody: {
      required: true,
      content: {
        "application/json": {
          schema: { oneOf: types.map((type) => ref(paymentTitles[type])) },
          examples: Object.fromEntries(
            types.map((type) => [paymentTitles[type], { summary: paymentNames[type], value: paymentExamples[type] }]),
          ),
        },
      },
    },
    responses: {
      "200": {
        description: "The session. Keep its key on your server",
        content: {
          "application/json": {
            schema: ref("Session"),
            examples: {
              live: { summary: "As in production", value: sessionAnswers.live },
              document: { summary: "As the contract says", value: sessionAnswers.document },
            },
          },
        },
      },
      "400": {
        description: "No JSON object; or, where the switch `mandatory-fields` is `strict`, a field is missing or wrong",
        content: jsonContent(ref("Message"), refusalExamples.noObject),
      },
      ...always,
    },
  };
}

/** `GET /sessions/{SESSION}`. */
export function sessionResultOperation(): ApiOperation {
  const text = { type: "string", minLength: 1, maxLength: 512 };
  return {
    operationId: "sessionResult",
    tags: ["Session API"],
    summary: "Ask for the result of a session",
    description:
      "Until 30 minutes after the session was created. A 404 is not a result: it can mean “no result yet” or “the session is gone”. Read `message`.",
    parameters: [
      { name: "SESSION", in: "path", required: true, description: "From the creation", schema: text },
      { name: "sk", in: "query", required: true, description: "The session-key from the creation", schema: text },
    ],
    responses: {
      "200": {
        description: "The transaction is finished, approved or not",
        content: {
          "application/json": {
            schema: ref("Result"),
            examples: {
              live: { summary: "As in production", value: resultAnswers.live },
              document: { summary: "As the contract says", value: resultAnswers.document },
            },
          },
        },
      },
      "400": {
        description: "`sk` is missing, or is not the session-key of this session",
        content: jsonContent(ref("Message"), refusalExamples.wrongKey),
      },
      "404": {
        description: "`rspdata_not_found`: no result yet. `Session not found`: unknown, or its 30 minutes are over",
        content: {
          "application/json": {
            schema: ref("Message"),
            examples: { pending: { value: refusalExamples.pending }, expired: { value: refusalExamples.expired } },
          },
          "text/plain": { schema: { type: "string" }, example: "Session not found" },
        },
      },
      ...always,
    },
  };
}

/** The entries of the buyer's browser: `POST /authorize` and the installments address. */
export function authorizeOperation(operationId: string, summary: string): ApiOperation {
  const page = (description: string): ApiResponse => ({
    description,
    content: { "text/html": { schema: { type: "string" } } },
  });
  const session: Schema = {
    type: "object",
    title: "A session that your server created",
    required: ["SESSION"],
    properties: {
      SESSION: {
        type: "string",
        description: "From the creation",
        minLength: 1,
        maxLength: 512,
        "x-requirement": "mandatory",
      },
    },
  };
  return {
    operationId,
    tags: ["Payment page"],
    summary,
    description:
      "An HTML form with the single field SESSION, or with the fields of the payment request itself (direct form).",
    requestBody: {
      required: true,
      content: {
        "application/x-www-form-urlencoded": {
          schema: { anyOf: [session, ...types.map((type) => ref(paymentTitles[type]))] },
          examples: {
            session: { summary: "With a session", value: { SESSION: sessionAnswers.live.SESSION } },
            direct: { summary: "Direct form", value: paymentExamples["0200"] },
          },
        },
      },
    },
    responses: {
      "200": {
        description: "Confirmation (2240) only, which has no page: the text that other sessions return with",
        content: { "text/plain": { schema: { type: "string" } } },
      },
      "303": {
        description: "To the page",
        headers: { Location: { description: "Address of the page", schema: { type: "string" } } },
      },
      "400": {
        description:
          "A direct form with a field that is missing or wrong, where the switch `mandatory-fields` is `strict`",
        content: {
          "text/html": { schema: { type: "string" } },
          ...jsonContent(ref("Message"), refusalExamples.missing),
        },
      },
      "404": page("The form holds neither a known session nor a payment request"),
      ...always,
    },
  };
}
