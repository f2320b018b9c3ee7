import type { Staff } from "@ventanilla/express/counter";
import { decodeComponent } from "@ventanilla/web";
import type { Request, Response } from "express";
import { formField } from "../form-field.ts";
import { cookies } from "../visit.ts";

const nameCookie = "staff";
const roleCookie = "staff-role";
const lasting = { httpOnly: true, sameSite: "lax", path: "/staff", maxAge: 12 * 3600 * 1000 } as const;

/** How many characters a name has at most. */
export const maxNameLength = 60;

/**
 * The name of the logged-in person, read from a `Cookie` header. This is a demo: anybody may take any name. A real shop
 * takes the name from its own login, not from a value that a browser can make up.
 */
export function staffNameOf(header: string | undefined): string | undefined {
  return nameFrom(decodeComponent(cookies(header).get(nameCookie) ?? "") ?? "");
}

/** The logged-in person, and whether they may record results, too. Like the name, the role is anybody's choice. */
export function staffOf(header: string | undefined): Staff | undefined {
  const name = staffNameOf(header);
  if (name === undefined) return undefined;
  return { name, may: cookies(header).get(roleCookie) === "look" ? ["look"] : ["look", "resolve"] };
}

/** Logs the browser in under the posted name. Returns false when that is not a name. */
export function logIn(request: Request, response: Response): boolean {
  const name = nameFrom(formField(request, "name"));
  if (name === undefined) return false;
  response.cookie(nameCookie, name, { ...lasting, encode: encodeURIComponent });
  response.cookie(roleCookie, formField(request, "role") === "look" ? "look" : "resolve", lasting);
  return true;
}

/** Removes the name and the role from the browser. */
export function logOut(response: Response): void {
  for (const name of [nameCookie, roleCookie]) response.clearCookie(name, { path: lasting.path });
}

function nameFrom(text: string): string | undefined {
  const name = text.trim();
  return name !== "" && name.length <= maxNameLength && !/[\p{Cc}\p{Cf}\p{Cs}]/u.test(name) ? name : undefined;
}
