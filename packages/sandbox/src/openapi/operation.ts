import type { Schema } from "./schema.ts";

type Media = { schema: Schema; example?: unknown; examples?: Record<string, { summary?: string; value: unknown }> };
type Reference = { $ref: string };

/** One answer of an operation. */
export type ApiResponse = {
  description: string;
  content?: Readonly<Record<string, Media>>;
  headers?: Readonly<Record<string, { description: string; schema: Schema }>>;
};

/** One operation of the document. */
export type ApiOperation = {
  operationId: string;
  tags: readonly string[];
  summary: string;
  description?: string;
  parameters?: readonly {
    name: string;
    in: "path" | "query";
    required: boolean;
    description: string;
    schema: Schema;
  }[];
  requestBody?: { required: boolean; description?: string; content: Readonly<Record<string, Media>> };
  responses: Readonly<Record<string, ApiResponse | Reference>>;
  security?: readonly Record<string, readonly string[]>[];
};

/** A JSON body with an example. */
export const jsonContent = (schema: Schema, value: unknown): Readonly<Record<string, Media>> => ({
  "application/json": { schema, example: value },
});
const component = (name: string): Reference => ({ $ref: `#/components/responses/${name}` });
/** The answers that every operation can have. */
export const always = { "405": component("WrongMethod"), "413": component("TooLong") };
