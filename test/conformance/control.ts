import assert from "node:assert/strict";
import { call, postJson, type Raw } from "./raw-http.ts";
import type { Target } from "./target.ts";

/** Moves the sandbox's clock: by milliseconds, or to just past the next batch close. */
export async function moveClock(target: Target, where: { advance: number } | { to: "batch-close" }): Promise<void> {
  await order(target, "POST", "/control/clock", where);
}

/** Runs a test of time and puts the clock back, whatever comes of it. */
export async function inTime(target: Target, run: () => Promise<void>): Promise<void> {
  try {
    await run();
  } finally {
    await order(target, "POST", "/control/clock", { reset: true });
  }
}

/** A bearer token for refunds: the one given by BEARER, else a new one of the sandbox. */
export async function bearerToken(target: Target): Promise<string> {
  if (process.env.BEARER) return process.env.BEARER;
  const answer = await order(target, "POST", "/control/tokens", {});
  return String(answer.json?.token);
}

/** What the sandbox knows, by its control API. */
export async function stateOf(target: Target): Promise<Record<string, unknown>> {
  return (await order(target, "GET", "/control/state")).json ?? {};
}

/** What the sandbox had to say about the creation of a session: one sentence for each field it ignored. */
export async function warningsOf(target: Target, session: string): Promise<readonly string[]> {
  const { sessions } = (await stateOf(target)) as { sessions: { id: string; warnings: string[] }[] };
  return sessions.find(({ id }) => id === session)?.warnings ?? [];
}

/** A test card that the issuer answers with a code: one of the sandbox's, or CARD_<code> of the environment. */
export async function cardFor(target: Target, code: string): Promise<string | undefined> {
  const given = process.env[`CARD_${code}`];
  if (given || target.control === undefined) return given;
  const { cards } = (await stateOf(target)) as { cards: { number: string; ResponseCode: string }[] };
  return cards.find(({ ResponseCode }) => ResponseCode === code)?.number;
}

async function order({ control }: Target, method: string, path: string, body?: unknown): Promise<Raw> {
  assert.ok(control, "this test needs the control API");
  const answer = await (body === undefined ? call(method, control + path) : postJson(control + path, body));
  assert.ok(answer.status >= 200 && answer.status < 300, `${method} ${path} answered ${answer.status} ${answer.text}`);
  return answer;
}
