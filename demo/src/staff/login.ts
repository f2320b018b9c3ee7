import type { Request, Response } from "express";
import { cookies } from "../visit.ts";

const cookieName = "staff";
const lasting = { httpOnly: true, sameSite: "lax", path: "/staff", maxAge: 12 * 3600 * 1000 } as const;

/** The longest name that is taken. */
export const longestName = 60;

/**
 * Who looks, read from a `Cookie` header. This is a demo: anybody may take any name. In a real shop its own login says
 * who it is, and nothing that a browser can make up.
 */
export function staffNameOf(header: string | undefined): string | undefined {
  return nameFrom(decoded(cookies(header).get(cookieName) ?? ""));
}

/** Lets the browser look under this name; returns whether it is one. */
export function logIn(request: Request, response: Response): boolean {
  const { name } = (request.body ?? {}) as { name?: unknown };
  const taken = typeof name === "string" ? nameFrom(name) : undefined;
  if (taken !== undefined) response.cookie(cookieName, taken, { ...lasting, encode: encodeURIComponent });
  return taken !== undefined;
}

export function logOut(response: Response): void {
  response.clearCookie(cookieName, { path: lasting.path });
}

function nameFrom(text: string): string | undefined {
  const name = text.trim();
  return name !== "" && name.length <= longestName && !/[\p{Cc}\p{Cf}\p{Cs}]/u.test(name) ? name : undefined;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return "";
  }
}
