import { version } from "../version.ts";
import { answerSchemas, refusalExamples } from "./answers.ts";
import { authenticationItems, authenticationSchemas, authenticationTag } from "./authentication.ts";
import { authorizeOperation, paymentSchemas, sessionCreation, sessionResultOperation } from "./hosted.ts";
import { type ApiOperation, type ApiResponse, jsonContent } from "./operation.ts";
import { restItems, restSchemas } from "./rest.ts";
import { ref, type Schema } from "./schema.ts";

/** The parts of an OpenAPI 3.1 document that this one has. */
export type ApiDocument = {
  openapi: "3.1.0";
  info: {
    title: string;
    version: string;
    summary: string;
    description: string;
    license: { name: string; identifier: string };
  };
  servers: readonly { url: string; description: string }[];
  security: readonly [];
  tags: readonly { name: string; description: string }[];
  paths: Readonly<Record<string, Readonly<Partial<Record<"get" | "post", ApiOperation>>>>>;
  components: {
    schemas: Readonly<Record<string, Schema>>;
    responses: Readonly<Record<string, ApiResponse>>;
    securitySchemes: Readonly<Record<string, { type: "http"; scheme: "bearer"; description: string }>>;
  };
};

/** Both APIs of the service (contract §2 and §4), made from the tables that the client checks requests with. */
export function openapiDocument(): ApiDocument {
  return {
    openapi: "3.1.0",
    info: {
      title: "Card payment service",
      version,
      summary: "Hosted payment page with session API, and REST operations without a page.",
      description:
        "These schemas follow the contract: they reject unknown or misspelled fields. The live service ignores such fields, accepts numbers as text, and creates sessions with mandatory fields missing; the sandbox does the same and warns. `x-maxBytes` is the limit of the contract in bytes of UTF-8; `x-requirement` says whether this request needs the field.",
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: "/", description: "This sandbox" }],
    security: [],
    tags,
    paths: {
      "/sessions": { post: sessionCreation() },
      "/sessions/{SESSION}": { get: sessionResultOperation() },
      "/authorize": { post: authorizeOperation("authorize", "Send the buyer to the payment page") },
      "/servicios/pagosxcuotas/gatewayPagosCuotas": {
        post: authorizeOperation("authorizeInstallments", "Send the buyer to the page with installments"),
      },
      ...restItems(),
      ...authenticationItems(),
    },
    components: {
      schemas: { ...paymentSchemas(), ...restSchemas(), ...authenticationSchemas(), ...answerSchemas },
      responses: {
        WrongMethod: {
          description: "The path does not take this method",
          headers: { Allow: { description: "The methods that the path takes", schema: { type: "string" } } },
          content: jsonContent(ref("Message"), refusalExamples.wrongMethod),
        },
        TooLong: {
          description: "The body is longer than 64 KiB",
          content: jsonContent(ref("Message"), refusalExamples.tooLong),
        },
      },
      securitySchemes: {
        bearer: {
          type: "http",
          scheme: "bearer",
          description: "Valid for one hour. The sandbox issues one at `POST /control/tokens` and in its panel.",
        },
      },
    },
  };
}

const tags: ApiDocument["tags"] = [
  {
    name: "Session API",
    description: "From your server: create a session, ask for its result within 30 minutes.",
  },
  {
    name: "Payment page",
    description: "From the buyer's browser: an HTML form leads to the page where the card is entered.",
  },
  {
    name: "REST",
    description:
      "From your server, which then handles card data itself (PCI DSS SAQ D). Amounts are in pesos or dollars with two decimals.",
  },
  authenticationTag,
];
