import assert from "node:assert/strict";
import { call, type Raw } from "./raw-http.ts";
import type { Target } from "./target.ts";

/**
 * What became of a request that breaks a rule: `taken` without a word, `warned` of and taken, `cached` for an answer
 * from icache with a warning, an HTTP status of 400 and more, or the response code that declined it.
 */
export type Verdict = "taken" | "warned" | "cached" | number | `declined ${string}`;

/**
 * Judges the answer to the request that was sent last. A warning has to name `field`; a refusal and a decline have to
 * stand on the wire log with their reason.
 */
export async function verdictOf(target: Target, answer: Raw, field: string): Promise<Verdict> {
  const { status, json } = answer;
  const { warnings, reason } = await lastOnWire(target);
  const code = json?.["response-code"];
  const declined = typeof code === "string" && code !== "00";
  if (status >= 400 || declined) {
    assert.ok(reason?.en, "expected a reason on the wire log");
    // Only a reason in the bank's own words, which are English, goes without Spanish.
    assert.ok(reason.es || isFromAnswer(reason.en, answer), reason.en);
    if (declined) assert.ok(reason.es, "expected a reason in Spanish too");
    return declined ? `declined ${code}` : status;
  }
  const warned = warnings.some((warning) => warning.includes(field));
  if (json?.["response-code-source"] === "icache") return warned ? "cached" : "taken";
  return warned ? "warned" : "taken";
}

/** Whether a reason has the sentences of a refusal's body; on a page it stands whole. */
function isFromAnswer(reason: string, { json, text }: Raw): boolean {
  if (json === undefined) return text.replaceAll("&quot;", '"').includes(reason);
  const { errors, message } = json as { errors?: { message: string }[]; message?: string };
  const words = errors?.map((error) => error.message) ?? [message ?? ""];
  return words.every((sentence) => sentence !== "" && reason.includes(sentence));
}

type OnWire = { warnings: readonly string[]; reason?: { es?: string; en: string } };

async function lastOnWire({ control }: Target): Promise<OnWire> {
  assert.ok(control, "this test needs the control API");
  const { text } = await call("GET", `${control}/control/wire`);
  return (JSON.parse(text) as OnWire[]).at(-1) ?? { warnings: [] };
}
