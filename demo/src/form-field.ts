import type { Request } from "express";

/** A field of the posted form; empty when it is missing. */
export function formField(request: Request, name: string): string {
  const value = (request.body as Record<string, unknown> | undefined)?.[name];
  return typeof value === "string" ? value : "";
}
