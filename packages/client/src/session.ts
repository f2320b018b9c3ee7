import { inspect } from "node:util";
import { ArgumentError } from "@ventanilla/web";
import { SessionIdentifier, type SessionResponse } from "./wire/session-response.ts";

/**
 * A session: its identifier, which goes to the browser, and its key, which never leaves the server.
 * @see docs/contributing/contract.md#2.2-session
 */
export type Session = SessionResponse;

/**
 * A session that hides its key: `session["session-key"]` reads it, but `JSON.stringify`, `util.inspect`, spreading and
 * cloning leave it out. To store a session, store both values by themselves.
 */
export class GuardedSession implements Session {
  /** The session's identifier, which goes to the browser. */
  readonly SESSION: string;
  readonly #key: string;

  /** @param session both values, from the bank or from the store; checked by the caller */
  constructor(session: Session) {
    this.SESSION = session.SESSION;
    this.#key = session["session-key"];
  }

  /** The session's key, which never leaves the server. */
  get "session-key"(): string {
    return this.#key;
  }

  /** What `JSON.stringify` writes: the identifier alone. */
  toJSON(): { SESSION: string } {
    return { SESSION: this.SESSION };
  }

  [inspect.custom](): string {
    return `Session { SESSION: ${inspect(this.SESSION)}, 'session-key': [hidden] }`;
  }
}

/** Checks a session and hides its key. An ArgumentError never shows the key. */
export function checkSession(session: Session): GuardedSession {
  if (session instanceof GuardedSession) return session;
  const SESSION = checkSessionId(session);
  refuseMissing("session-key", session);
  const key = SessionIdentifier.safeParse(session["session-key"]);
  if (!key.success) throw new ArgumentError(`session.session-key: ${key.error.issues[0]?.message}`);
  return new GuardedSession({ SESSION, "session-key": key.data });
}

/** The session's identifier, checked: an ArgumentError unless it is 1 to 512 characters that are safe in a path. */
export function checkSessionId(session: Pick<Session, "SESSION">): string {
  if (typeof session !== "object" || session === null) {
    throw new ArgumentError("session: expected an object with a SESSION");
  }
  refuseMissing("SESSION", session);
  const id = SessionIdentifier.safeParse(session.SESSION);
  if (!id.success) throw new ArgumentError(`session.SESSION: ${id.error.issues[0]?.message}`);
  return id.data;
}

/** Throws an ArgumentError when the object lacks the name; it lists the names that the object has. */
function refuseMissing(name: keyof Session, session: object): void {
  if (name in session) return;
  const names = Object.keys(session).map((own) => (/^[\w-]{1,40}$/.test(own) ? own : "…"));
  if (name === "session-key" && names.join() === "SESSION") {
    throw new ArgumentError(
      `session.${name}: missing, JSON and spreads leave it out: store it as session["session-key"]`,
    );
  }
  const got = names.length === 0 ? "{}" : `{ ${names.slice(0, 6).join(", ")} }`;
  throw new ArgumentError(`session.${name}: missing, expected { SESSION, "session-key" }, got ${got}`);
}
