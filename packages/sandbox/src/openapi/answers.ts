import {
  type AnswerFieldRule,
  type AnswerFieldRules,
  fieldErrorFields,
  namesOf,
  restRefusalFields,
  restResponseFields,
  resultFields,
  sessionFields,
  sessionRefusalFields,
  spellings,
} from "@ventanilla/client/wire";
import type { Schema } from "./schema.ts";

/** The length of the longest text that means that a value is absent: `N/A`. */
const absentLength = Math.max(...spellings.absent.read.map((text) => text.length));

/** The bodies that the service answers with, as schemas by their component names (contract §2.1, §2.2 and §7). */
export const answerSchemas: Readonly<Record<string, Schema>> = {
  Session: answerSchema("A created session", sessionFields),
  Result: {
    ...answerSchema("The result of a transaction", resultFields),
    description:
      "A value that does not exist may be missing, empty or N/A. The result carries no amount and no currency.",
  },
  RestAnswer: {
    ...answerSchema("The answer to a REST operation", restResponseFields),
    description: "A declined card gets this answer too: read response-code.",
  },
  Message: answerSchema("A refusal of the session API", sessionRefusalFields),
  ValidationError: answerSchema("A refused REST request; there is no response-code in it", restRefusalFields, {
    errors: { type: "array", items: answerSchema("What is wrong with one field", fieldErrorFields) },
  }),
};

/** The schema of an answer, from its table; `others` are the schemas of fields that are not text. */
function answerSchema(title: string, fields: AnswerFieldRules, others: Record<string, Schema> = {}): Schema {
  const rules = Object.entries(fields);
  return {
    type: "object",
    title,
    required: rules.flatMap(([field, { always }]) => (always ? [field] : [])),
    properties: Object.fromEntries(
      rules.flatMap(([field, rule]) =>
        namesOf(field, rule).map((name) => [
          name,
          {
            ...(others[field] ?? textSchema(rule)),
            description: name === field ? rule.meaning : `${field} in another spelling`,
          },
        ]),
      ),
    ),
  };
}

function textSchema({ always, maxLength, pattern, values, secret }: AnswerFieldRule): Schema {
  return {
    type: "string",
    ...(values && { enum: values }),
    ...(pattern && { pattern: pattern.source }),
    ...(maxLength !== undefined && { maxLength: always ? maxLength : Math.max(maxLength, absentLength) }),
    ...(secret && { "x-secret": true }),
  };
}

/** An example of each refusal. */
export const refusalExamples = {
  noObject: { message: "an empty body was sent: expected a JSON object with the fields of the payment request" },
  missing: { message: "missing: MerchantName, Ipclient" },
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
