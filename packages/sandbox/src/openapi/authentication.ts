import {
  type AuthenticationFieldRule,
  authenticationFields,
  authenticationPaths,
  authenticationStatusFields,
  transStatuses,
} from "@ventanilla/client/wire";
import { type ApiOperation, always, jsonContent } from "./operation.ts";
import { ref, type Schema } from "./schema.ts";

/** The tag of the 3-D Secure server's operations. */
export const authenticationTag = {
  name: "3-D Secure server",
  description:
    "From your server, before a sale by REST: authenticates the buyer. Its answers become the `tds_` fields. The contract does not describe it: the switches `tds-server-…` play what is not known.",
};

/** The paths of the 3-D Secure server. Live addresses have a part of their own before them. */
export function authenticationItems(): Record<string, { post: ApiOperation }> {
  return {
    [authenticationPaths.authentication]: {
      post: operation(
        "authentication",
        "Authenticate a buyer's card",
        "With transStatus C, post browserChallengeToken by a form to browserChallengeUrl, in a frame; the buyer comes back to urlRedirect. Then ask for the status.",
        example,
      ),
    },
    [authenticationPaths.status]: {
      post: operation(
        "status",
        "Ask what became of an authentication",
        "Its answer has the values of the sale, once the buyer is authenticated.",
        statusExample,
      ),
    },
  };
}

const schemas = { authentication: "AuthenticationRequest", status: "AuthenticationStatusRequest" } as const;

const signature = "0f".repeat(64);
const identity = { integratorCode: "INT-1", integratorTxId: "A-1042-1" };
const statusExample = { ...identity, purchaseAmount: "295000", signature };
const example = {
  ...statusExample,
  acctNumber: "5555555555555557",
  cardExpiryDate: "2212",
  purchaseCurrency: "214",
  purchaseExponent: "2",
  purchaseDate: "20261127123005",
  messageCategory: "01",
  deviceChannel: "02",
  urlRedirect: "https://shop.example/3ds",
  browserAcceptHeader: "text/html",
  browserIP: "203.0.113.7",
  browserJavaEnabled: "false",
  browserJavascriptEnabled: "true",
  browserLanguage: "es-DO",
  browserColorDepth: "24",
  browserScreenHeight: "900",
  browserScreenWidth: "1440",
  browserTZ: "240",
  browserUserAgent: "Mozilla/5.0",
};

/** The requests and the answer of the 3-D Secure server by their component names. */
export function authenticationSchemas(): Record<string, Schema> {
  return {
    [schemas.authentication]: requestSchema("Authenticate a buyer's card", authenticationFields),
    [schemas.status]: requestSchema("Ask what became of an authentication", authenticationStatusFields),
    AuthenticationAnswer: {
      type: "object",
      title: "The answer of the 3-D Secure server",
      required: ["transStatus"],
      properties: {
        integratorTxId: { type: "string", description: "That of the request" },
        threeDSServerTransID: { type: "string", description: "The server's identifier: tds_servertransactionid" },
        transStatus: {
          enum: transStatuses,
          description: "Y authenticated, A attempted, C challenge, N failed, R refused, U could not be done",
        },
        browserChallengeUrl: { type: "string", description: "With C: where a form posts the token to, in a frame" },
        browserChallengeToken: { type: "string", description: "With C: what the form posts", "x-secret": true },
        eci: { type: "string", description: "Indicator of the card brand: tds_eci" },
        authenticationValue: { type: "string", description: "The proof: tds_aav", "x-secret": true },
        messageVersion: { type: "string", description: "Version of the protocol: tds_programprotocol" },
        dsTransID: { type: "string", description: "The directory's identifier: tds_dstransactionid" },
      },
    },
  };
}

function requestSchema(title: string, rules: Readonly<Record<string, AuthenticationFieldRule>>): Schema {
  const fields = Object.entries(rules);
  return {
    type: "object",
    title,
    properties: Object.fromEntries(
      fields.map(([name, { pattern, meaning, secret, requirement }]) => [
        name,
        {
          type: "string",
          description: meaning,
          // JSON Schema has no regular-expression flags, nor classes of Unicode without one.
          ...(pattern.flags === "" && { pattern: pattern.source }),
          ...(secret && { "x-secret": true }),
          "x-requirement": { mandatory: "M", advised: "O", optional: "O" }[requirement],
        },
      ]),
    ),
    required: fields.flatMap(([name, { requirement }]) => (requirement === "mandatory" ? [name] : [])),
  };
}

function operation(
  kind: keyof typeof schemas,
  summary: string,
  description: string,
  sample: Record<string, string>,
): ApiOperation {
  const refused = (message: string) => jsonContent(ref("Message"), { message });
  return {
    operationId: kind === "status" ? "authenticationStatus" : "authenticate",
    tags: [authenticationTag.name],
    summary,
    description,
    requestBody: { required: true, content: jsonContent(ref(schemas[kind]), sample) },
    responses: {
      "200": {
        description: "What the server knows of the buyer",
        content: jsonContent(ref("AuthenticationAnswer"), answers[kind]),
      },
      "400": { description: "A field is missing or wrong", content: refused("missing: purchaseAmount") },
      "401": { description: "The signature is wrong", content: refused('"signature" is wrong') },
      ...(kind === "status" && {
        "404": {
          description: "No such authentication",
          content: refused("there is no authentication with this integratorTxId"),
        },
      }),
      ...always,
    },
  };
}

const answered = { integratorTxId: "A-1042-1", threeDSServerTransID: "0c8b2f5e-7d3a-4f61-9b20-5a1e6c7d8f90" };
const answers = {
  authentication: {
    ...answered,
    transStatus: "C",
    browserChallengeUrl: "https://3ds.bank.example/challenge",
    browserChallengeToken: "9f2c6b1e",
  },
  status: {
    ...answered,
    transStatus: "Y",
    messageVersion: "2.2.0",
    dsTransID: "5e1f0a7c-2b9d-4c36-8e54-7f60a1b2c3d4",
    eci: "02",
    authenticationValue: "AAABBBCCCDDDEEEFFFGGGHHH123=",
  },
};
