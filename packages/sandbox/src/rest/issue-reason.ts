import { type RestField, restFields } from "@ventanilla/client/wire";
import { type Reason, shown } from "../reason.ts";

/**
 * Why a request was refused, from the errors of its answer and the fields as they came: the value that was sent beside what
 * was expected, but of secrets. In English in both languages, as the answer itself.
 */
export function issueReason(
  errors: readonly { field: string; message: string }[],
  fields: Readonly<Record<string, unknown>> = {},
): Reason {
  const text = errors.map((error) => sentence(error, fields[error.field])).join("; ");
  return { es: text, en: text };
}

function sentence({ field, message }: { field: string; message: string }, sent: unknown): string {
  if (message.startsWith("missing")) return `"${field}" is ${message}`;
  if (!/^(?:expected|must) /.test(message)) return `"${field}" ${message}`;
  const isPlain = typeof sent === "string" || typeof sent === "number" || typeof sent === "boolean";
  const isSecret = Object.hasOwn(restFields, field) && restFields[field as RestField].secret;
  const value = isPlain && !isSecret ? shown(String(sent)) : "wrong";
  return `"${field}" is ${value}: ${message}`;
}
