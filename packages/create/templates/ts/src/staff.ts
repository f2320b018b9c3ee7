import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { RequestHandler } from "express";
import { problemPage } from "./pages.ts";

const digest = (text: string) => createHash("sha256").update(text).digest();

// Who is at the counter: the browser asks for a name, which is noted with every decision, and for STAFF_PASSWORD. Put your
// own login in its place when you have one.
export function staffOf({ headers }: IncomingMessage, password: string): string | undefined {
  const [, given = ""] = /^Basic (\S+)$/.exec(headers.authorization ?? "") ?? [];
  const [name = "", typed = ""] = Buffer.from(given, "base64").toString().split(/:(.*)/s);
  const isRight = timingSafeEqual(digest(typed), digest(password));
  return isRight && password !== "" && name.trim() !== "" ? name.trim() : undefined;
}

export function askForStaff(password: string): RequestHandler {
  return (request, response, next) => {
    if (staffOf(request, password) !== undefined) return next();
    // Without a password there is no counter.
    if (password === "") return void response.status(404).send(problemPage("notFound"));
    response.set("WWW-Authenticate", `Basic realm="staff", charset="UTF-8"`).status(401).send(problemPage("staffOnly"));
  };
}
