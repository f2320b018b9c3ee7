import type { ServerResponse } from "node:http";
import type { Settings } from "../settings.ts";

/** How far a cookie goes, and how long the browser keeps it. */
interface CookieRange {
  sameSite: "Lax" | "Strict";
  /** In seconds. Default: until the browser is closed */
  maxAge?: number;
}

/** A year, in seconds. */
export const yearSeconds: number = 365 * 24 * 60 * 60;

/** Gives the browser a cookie out of reach of scripts; with https, one that is sent over https alone. */
export function setCookie(
  response: ServerResponse,
  { origin }: Settings,
  cookie: string,
  { sameSite, maxAge }: CookieRange,
): void {
  const age = maxAge === undefined ? "" : `; Max-Age=${maxAge}`;
  const secure = origin.startsWith("https:") ? "; Secure" : "";
  response.appendHeader("Set-Cookie", `${cookie}; Path=/; HttpOnly; SameSite=${sameSite}${age}${secure}`);
}
