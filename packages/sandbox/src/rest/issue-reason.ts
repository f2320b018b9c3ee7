import { type RestField, restFields } from "@ventanilla/client/wire";
import { type Reason, shown } from "../reason.ts";
import type { Issue } from "./forgiven.ts";

/**
 * Why a request was refused: each wrong field with the value that was sent, unless it is a secret, and the value that
 * was expected. In English, as the response itself.
 */
export function issueReason(issues: readonly Issue[], fields: Readonly<Record<string, unknown>> = {}): Reason {
  return { en: issues.map((issue) => sentence(issue, fields[issue.field])).join("; ") };
}

function sentence({ field, kind, message }: Issue, sent: unknown): string {
  if (kind === "missing") return `"${field}" is ${message}`;
  if (kind === "refused") return `"${field}": ${message}`;
  const isPlain = typeof sent === "string" || typeof sent === "number" || typeof sent === "boolean";
  const isSecret = Object.hasOwn(restFields, field) && restFields[field as RestField].secret;
  const value = isPlain && !isSecret ? shown(String(sent)) : "wrong";
  return `"${field}" is ${value}: ${message}`;
}
