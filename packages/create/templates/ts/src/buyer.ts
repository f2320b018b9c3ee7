import { randomBytes } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { Request, Response } from "express";

// Recognizes a browser by a random cookie, without an account. Put your own session in its place when you have one.
export function buyerOf(request: IncomingMessage): string | undefined {
  return /(?:^|;\s*)buyer=([\w-]{22})(?:;|$)/.exec(request.headers.cookie ?? "")?.[1];
}

// Gives the browser its cookie when it places its first order.
export function ensureBuyer(request: Request, response: Response, secure: boolean): string {
  const buyer = buyerOf(request) ?? randomBytes(16).toString("base64url");
  response.cookie("buyer", buyer, { httpOnly: true, sameSite: "lax", secure, maxAge: 180 * 24 * 3600 * 1000 });
  return buyer;
}
