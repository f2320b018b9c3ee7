import type { Reason } from "./reason.ts";

const say = (es: string, en: string): Reason => ({ es, en });

/** What a body is that is no JSON object, in a few words: `a form`, `a JSON array`. It repeats nothing of it. */
export function bodyKind(contentType: string, body: string): Reason {
  const text = body.trim();
  if (text === "") return say("un cuerpo vacío", "an empty body");
  if (/^multipart\//i.test(contentType) || /^--\S+\r?\ncontent-/i.test(text)) {
    return say("un formulario multipart", "a multipart form");
  }
  const json = jsonKind(text);
  if (json !== undefined) return json;
  if (/^[^\s{["<=&]+=/.test(text)) {
    return say("un formulario (application/x-www-form-urlencoded)", "a form (application/x-www-form-urlencoded)");
  }
  if (text.startsWith("<")) return say("XML o HTML", "XML or HTML");
  return /^[{["]/.test(text) ? brokenJson(text) : say("un texto que no es JSON", "text that is not JSON");
}

/** The kind of a JSON value; undefined when it is none. */
function jsonKind(text: string): Reason | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (Array.isArray(value)) return say("un arreglo JSON", "a JSON array");
  if (value === null) return say("null", "null");
  if (typeof value === "object") return say("JSON", "JSON");
  if (typeof value !== "string") return say(`JSON de tipo ${typeof value}`, `a JSON ${typeof value}`);
  return /^\s*\{/.test(value)
    ? say(
        "JSON codificado dos veces (un objeto dentro de un texto)",
        "JSON that is encoded twice (an object inside a string)",
      )
    : say("un texto JSON", "a JSON string");
}

// Of the engine's message only the place: the rest repeats what was sent.
function brokenJson(text: string): Reason {
  try {
    JSON.parse(text);
  } catch (error) {
    const [, place] = / at position (\d+)/.exec(error instanceof Error ? error.message : "") ?? [];
    const after = place ?? String(text.length);
    return say(`JSON que se rompe tras ${after} caracteres`, `JSON that breaks after ${after} characters`);
  }
  return say("JSON", "JSON");
}

/** `a form was sent: expected …`, for an answer, the wire log and the console. */
export function notExpected(kind: Reason, expected: Reason): Reason {
  return {
    es: `se envió ${kind.es}: se esperaba ${expected.es}`,
    en: `${kind.en} was sent: expected ${expected.en}`,
  };
}
