import { type RestField, restFields } from "@ventanilla/client/wire";
import { type Reason, shown } from "../reason.ts";
import type { Issue } from "./forgiven.ts";

/**
 * Why a request was refused, from what is wrong with it and the fields as they came: the value that was sent beside
 * what was expected, but of secrets. In English, as the answer itself.
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
