import type { Translated } from "../reason.ts";

/** The kind of a request's body. */
export type BodyKind =
  | "empty"
  | "multipart"
  | "form"
  | "markup"
  | "broken"
  | "text"
  | "object"
  | "array"
  | "null"
  | "number"
  | "boolean"
  | "string"
  | "encodedTwice";

const words: Readonly<Record<Exclude<BodyKind, "broken">, Translated>> = {
  empty: { es: "un cuerpo vacío", en: "an empty body" },
  multipart: { es: "un formulario multipart", en: "a multipart form" },
  form: {
    es: "un formulario (application/x-www-form-urlencoded)",
    en: "a form (application/x-www-form-urlencoded)",
  },
  markup: { es: "XML o HTML", en: "XML or HTML" },
  text: { es: "un texto que no es JSON", en: "text that is not JSON" },
  object: { es: "JSON", en: "JSON" },
  array: { es: "un arreglo JSON", en: "a JSON array" },
  null: { es: "null", en: "null" },
  number: { es: "JSON de tipo number", en: "a JSON number" },
  boolean: { es: "JSON de tipo boolean", en: "a JSON boolean" },
  string: { es: "un texto JSON", en: "a JSON string" },
  encodedTwice: {
    es: "JSON codificado dos veces (un objeto dentro de un texto)",
    en: "JSON that is encoded twice (an object inside a string)",
  },
};

/** What a body is, by its own form rather than by its content type, which many programs get wrong. */
export function bodyKind(contentType: string, body: string): BodyKind {
  const text = body.trim();
  if (text === "") return "empty";
  if (/^multipart\//i.test(contentType) || /^--\S+\r?\ncontent-/i.test(text)) return "multipart";
  const json = jsonKind(text);
  if (json !== undefined) return json;
  if (/^[{["]/.test(text)) return "broken";
  if (text.startsWith("<")) return "markup";
  const isForm = /^application\/x-www-form-urlencoded/i.test(contentType) || /^&*[^\s{"<=&]+=/.test(text);
  return isForm ? "form" : "text";
}

/** The kind of a JSON value; undefined when the text is not JSON. */
function jsonKind(text: string): BodyKind | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (Array.isArray(value)) return "array";
  if (value === null) return "null";
  if (typeof value === "string") return /^\s*\{/.test(value) ? "encodedTwice" : "string";
  if (typeof value === "number") return "number";
  return typeof value === "boolean" ? "boolean" : "object";
}

/** `a form was sent: expected …`, for an answer, the wire log and the console. It repeats nothing of the body. */
export function notExpected(kind: BodyKind, body: string, expected: Translated): Translated {
  const sent = kind === "broken" ? brokenJson(body.trim()) : words[kind];
  return {
    es: `se envió ${sent.es}: se esperaba ${expected.es}`,
    en: `${sent.en} was sent: expected ${expected.en}`,
  };
}

// Only the place in the text is taken from the engine's message: the rest repeats what was sent.
function brokenJson(text: string): Translated {
  let after = String(text.length);
  try {
    JSON.parse(text);
  } catch (error) {
    after = / at position (\d+)/.exec(error instanceof Error ? error.message : "")?.[1] ?? after;
  }
  return { es: `JSON que se rompe tras ${after} caracteres`, en: `JSON that breaks after ${after} characters` };
}
