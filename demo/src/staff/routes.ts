import type { Payments } from "@ventanilla/express";
import { counter } from "@ventanilla/express/counter";
import type { Express, Request, RequestHandler } from "express";
import type { Frame } from "../frame.ts";
import { paymentStateOf } from "../payment-state.ts";
import { type BadDay, badDays } from "./bad-days.ts";
import { logIn, logOut, staffNameOf, staffOf } from "./login.ts";
import type { Mailbox } from "./mailbox.ts";
import { counterPath, logInPage, staffPage, storyPage } from "./pages.ts";
import type { Staging } from "./staging.ts";

const shownAlerts = 6;

/** Redirects strangers to the login, and from there to the page that they wanted to see. */
const staffOnly: RequestHandler = ({ headers, method, originalUrl }, response, next) => {
  const wanted = method === "GET" ? `?${new URLSearchParams({ next: originalUrl }).toString()}` : "";
  if (staffNameOf(headers.cookie) === undefined) response.redirect(303, `/staff${wanted}`);
  else next();
};

/** Where to go after the login: a page of the staff's, and no other site's. */
function nextOf(fields: unknown): string {
  const { next } = (fields ?? {}) as { next?: unknown };
  return typeof next === "string" && /^\/staff(?:[/?]|$)/.test(next) ? next : "/staff";
}

/** What the staff's pages show and do. */
interface StaffSetup {
  payments: Payments;
  staging: Staging;
  mailbox: Mailbox;
}

/** The pages of the shop's staff, behind the demo's login. */
export function addStaffRoutes(app: Express, frame: Frame, { payments, staging, mailbox }: StaffSetup): void {
  // The counter refuses strangers by itself; `staffOnly` redirects them to the login.
  const desk = counter(payments, {
    staff: ({ headers }) => staffOf(headers.cookie),
    home: "/staff",
    signOut: "/staff/logout",
  });
  app.use(counterPath, staffOnly, desk);

  app.get("/staff", ({ headers, query }, response) => {
    const visit = frame.visit(response);
    const name = staffNameOf(headers.cookie);
    if (name === undefined) return frame.show(response, logInPage(visit, nextOf(query)));
    frame.show(response, staffPage(visit, { name, isSeeded: "seeded" in query, alerts: mailbox.latest(shownAlerts) }));
  });
  app.post("/staff/login", (request, response) => {
    if (logIn(request, response)) response.redirect(303, nextOf(request.body));
    else frame.show(response.status(422), logInPage(frame.visit(response), nextOf(request.body), true));
  });
  app.post("/staff/logout", (_request, response) => {
    logOut(response);
    response.redirect(303, "/staff");
  });

  app.post("/staff/seeds", staffOnly, async (_request, response) => {
    await staging.seed();
    response.redirect(303, "/staff?seeded#seeds");
  });
  app.post("/staff/bad-days/:day", staffOnly, async ({ params }, response) => {
    const day = badDayOf(params.day);
    if (day === undefined) return frame.showProblem(response, "notFound");
    const order = await staging.badDay(day, frame.visit(response).buyer);
    response.redirect(303, `/staff/bad-days/${day}/${order}`);
  });
  app.get("/staff/bad-days/:day/:id", staffOnly, async (request: Request<{ day: string; id: string }>, response) => {
    const day = badDayOf(request.params.day);
    const order = frame.ownOrder(request, response);
    if (day === undefined || order === undefined) return frame.showProblem(response, "notFound");
    const view = await payments.findOrder(order.id);
    const state = paymentStateOf(order, view);
    const story = { day, order, state, attempts: view.attempts, alerts: mailbox.about(order.id) };
    frame.show(response, storyPage(frame.visit(response), story));
  });
}

function badDayOf(name: unknown): BadDay | undefined {
  return badDays.find((day) => day === name);
}
