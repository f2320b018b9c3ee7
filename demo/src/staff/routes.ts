import type { Payments } from "@ventanilla/express";
import { counter } from "@ventanilla/express/counter";
import type { Express, RequestHandler } from "express";
import type { Frame } from "../frame.ts";
import { logIn, logOut, staffNameOf, staffOf } from "./login.ts";
import { counterPath, logInPage } from "./page.ts";

/** Redirects strangers to the login, and from there to the page that they wanted to see. */
export const staffOnly: RequestHandler = ({ headers, method, originalUrl }, response, next) => {
  const wanted = method === "GET" ? `?${new URLSearchParams({ next: originalUrl }).toString()}` : "";
  if (staffNameOf(headers.cookie) === undefined) response.redirect(303, `/staff${wanted}`);
  else next();
};

/** Where to go after the login: a page of the staff's, and no other site's. */
function nextOf(fields: unknown): string {
  const { next } = (fields ?? {}) as { next?: unknown };
  return typeof next === "string" && /^\/staff(?:[/?]|$)/.test(next) ? next : "/staff";
}

/** The counter, where the shop's staff sees its payments, behind the demo's login. */
export function addStaffRoutes(app: Express, frame: Frame, payments: Payments): void {
  // The counter refuses strangers by itself; `staffOnly` redirects them to the login.
  const desk = counter(payments, {
    staff: ({ headers }) => staffOf(headers.cookie),
    home: "/staff",
    signOut: "/staff/logout",
  });
  app.use(counterPath, staffOnly, desk);

  app.get("/staff", ({ headers, query }, response) => {
    if (staffNameOf(headers.cookie) !== undefined) response.redirect(303, counterPath);
    else frame.show(response, logInPage(frame.visit(response), nextOf(query)));
  });
  app.post("/staff/login", (request, response) => {
    if (logIn(request, response)) response.redirect(303, nextOf(request.body));
    else frame.show(response.status(422), logInPage(frame.visit(response), nextOf(request.body), true));
  });
  app.post("/staff/logout", (_request, response) => {
    logOut(response);
    response.redirect(303, "/staff");
  });
}
