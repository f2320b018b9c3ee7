import { type Answer, failure, json } from "./answer.ts";
import { fieldWarnings } from "./field-warnings.ts";
import type { Ledger, Session } from "./ledger.ts";
import { readPurchase } from "./purchase.ts";
import { liveResult } from "./result.ts";
import type { Route } from "./server.ts";

/**
 * The session API (seed section 4.2): `POST /sessions` and `GET /sessions/{SESSION}?sk={session-key}`.
 *
 * @param created told of each new session, for its warnings
 */
export function sessionRoutes(ledger: Ledger, created: (session: Session) => void): Route[] {
  return [
    { method: "POST", path: "/sessions", handle: async (call) => createSession(await call.body()) },
    { method: "GET", path: "/sessions/:id", handle: (call) => queryResult(call.params.id ?? "", call.query.get("sk")) },
  ];

  function createSession(body: string): Answer {
    const fields = parseObject(body);
    if (fields === undefined) return failure(400, "Invalid JSON");
    const session = ledger.create(readPurchase(fields), fieldWarnings(fields));
    created(session);
    return json(200, { SESSION: session.id, "session-key": session.key });
  }

  function queryResult(id: string, key: string | null): Answer {
    const session = ledger.find(id);
    if (session === undefined || ledger.isExpired(session)) return failure(404, "Session not found");
    if (key !== session.key) return failure(400, "invalid_sk");
    session.queries += 1;
    return session.outcome ? json(200, liveResult(session, session.outcome)) : failure(404, "rspdata_not_found");
  }
}

function parseObject(body: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}
