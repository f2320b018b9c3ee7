import { randomBytes } from "node:crypto";

// Recognizes a browser by a random cookie, without an account. Put your own session in its place when you have one.
export function buyerOf(request) {
  return /(?:^|;\s*)buyer=([\w-]{22})(?:;|$)/.exec(request.headers.cookie ?? "")?.[1];
}

// Gives the browser its cookie when it places its first order.
export function ensureBuyer(request, response, secure) {
  const buyer = buyerOf(request) ?? randomBytes(16).toString("base64url");
  response.cookie("buyer", buyer, { httpOnly: true, sameSite: "lax", secure, maxAge: 180 * 24 * 3600 * 1000 });
  return buyer;
}
