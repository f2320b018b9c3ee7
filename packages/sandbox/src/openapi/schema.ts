import {
  type PaymentRequestRule,
  paymentRequestFields,
  type RestCondition,
  type RestField,
  type RestFieldRule,
  type RestOperation,
  restConditions,
  restExampleFields,
  restFields,
  restRequirements,
  restRuleOf,
  spellings,
  type TransactionType,
  takesField,
} from "@ventanilla/client/wire";

/**
 * The part of JSON Schema 2020-12 that the document uses. `x-maxBytes` is the limit of the contract, in bytes of UTF-8.
 */
export type Schema = {
  $ref?: string;
  type?: string | readonly string[];
  title?: string;
  description?: string;
  format?: string;
  enum?: readonly string[];
  const?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  items?: Schema;
  properties?: Readonly<Record<string, Schema>>;
  required?: readonly string[];
  additionalProperties?: boolean;
  allOf?: readonly Schema[];
  anyOf?: readonly Schema[];
  oneOf?: readonly Schema[];
  not?: Schema;
  "x-maxBytes"?: number;
  "x-requirement"?: string;
  "x-conditions"?: readonly string[];
  "x-secret"?: boolean;
};

/** Refers to a schema among the document's components. */
export function ref(name: string): Schema {
  return { $ref: `#/components/schemas/${name}` };
}

/** The payment request of one TransactionType (contract §2.2), from the table `paymentRequestFields`. */
export function paymentRequestSchema(type: TransactionType, title: string): Schema {
  const properties: Record<string, Schema> = {};
  const required: string[] = [];
  for (const [name, rule] of Object.entries<PaymentRequestRule>(paymentRequestFields)) {
    const requirement = rule.requirement[type];
    if (requirement === "refused") continue;
    if (requirement !== "optional") required.push(name);
    properties[name] = { ...stringSchema(rule, requirement === "mandatory"), "x-requirement": requirement };
  }
  properties.TransactionType = {
    type: "string",
    const: type,
    minLength: 4,
    maxLength: 4,
    description: paymentRequestFields.TransactionType.meaning,
    "x-maxBytes": 4,
    "x-requirement": "mandatory",
  };
  return { type: "object", title, properties, required, additionalProperties: false };
}

/** The request of one REST operation (contract §2.1 and §4.1), from the requirement matrix and its conditions. */
export function restRequestSchema(operation: RestOperation, title: string): Schema {
  const properties: Record<string, Schema> = {};
  const required: string[] = [];
  for (const name of Object.keys(restFields) as RestField[]) {
    if (!takesField(operation, name)) continue;
    const isExample = restExampleFields[operation].includes(name);
    const requirement = isExample ? "O" : restRequirements[operation][name];
    if (requirement === "M") required.push(name);
    const rule = restRuleOf(operation, name);
    const field = rule.kind === "amount" ? amountSchema(rule) : stringSchema(rule, true);
    properties[name] = {
      ...field,
      ...(rule.secret && { "x-secret": true }),
      "x-requirement": requirement,
    };
  }
  const conditions = restConditions.filter(({ operations }) => operations.includes(operation));
  return {
    type: "object",
    title,
    properties,
    required,
    additionalProperties: false,
    ...(conditions.length > 0 && {
      allOf: conditions.map(conditionSchema),
      "x-conditions": conditions.map(({ meaning, requires }) => `${requires.join(", ")}: ${meaning}`),
    }),
  };
}

function stringSchema(rule: PaymentRequestRule | RestFieldRule, filled: boolean): Schema {
  const { bytes, meaning } = rule;
  const exact = "exact" in rule && rule.exact;
  return {
    type: "string",
    description: meaning,
    ...allowedText(rule, filled),
    ...(exact && filled && { minLength: bytes }),
    // A character has at least one byte, so this refuses nothing that fits; x-maxBytes is the exact limit.
    maxLength: bytes,
    "x-maxBytes": bytes,
  };
}

/** What a text may be; also empty unless it is `filled`. */
function allowedText({ pattern, values }: PaymentRequestRule | RestFieldRule, filled: boolean): Schema {
  if (values) return { enum: filled ? values : ["", ...values] };
  // JSON Schema has no regular-expression flags: an address, whose pattern ignores case, is described by its format.
  if (pattern.flags.includes("i")) return { format: "uri" };
  return { pattern: filled ? pattern.source : `^$|${pattern.source}` };
}

function amountSchema({ bytes, meaning }: RestFieldRule): Schema {
  return {
    type: ["string", "number"],
    description: `${meaning}. Major units: "2950.00", 2950 or 1234.87`,
    pattern: "^\\d{1,10}(?:\\.\\d{1,2})?$",
    maxLength: bytes,
    minimum: 0,
    maximum: 9_999_999_999.99,
    "x-maxBytes": bytes,
  };
}

function conditionSchema({ when, requires }: RestCondition): Schema {
  const [own, other] = spellings.authenticationValue.send;
  const plain = requires.filter((field) => field !== own);
  const either = anyOf([own, other].map((field) => ({ required: [field] })));
  const needs: Schema = plain.length === requires.length ? { required: requires } : { required: plain, ...either };
  return { anyOf: [{ not: { allOf: when.map(clauseSchema) } }, needs] };
}

function clauseSchema({ any, is }: RestCondition["when"][number]): Schema {
  const present = anyOf(any.map((field) => ({ required: [field] })));
  if (is === "present") return present;
  if (is === "absent") return { not: present };
  return anyOf(any.map((field) => ({ properties: { [field]: { enum: is } }, required: [field] })));
}

function anyOf(schemas: readonly Schema[]): Schema {
  const [only, ...others] = schemas;
  return only !== undefined && others.length === 0 ? only : { anyOf: schemas };
}
