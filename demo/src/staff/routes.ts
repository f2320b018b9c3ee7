import type { Express, Request, RequestHandler } from "express";
import type { Frame } from "../frame.ts";
import { paymentStateOf } from "../payment-state.ts";
import { type BadDay, type BadDaySetup, badDays, playBadDay } from "./bad-days.ts";
import { logIn, logOut, staffNameOf } from "./login.ts";
import { logInPage, staffPage, storyPage } from "./pages.ts";
import { playSeeds } from "./seed.ts";

/** One after the other: all of it moves the same clocks. */
type InTurn = <T>(work: () => Promise<T>) => Promise<T>;

/** The pages of the shop's staff, behind the demo's login. Returns what stages payments, for the shop's own use. */
export function addStaffRoutes(
  app: Express,
  frame: Frame,
  setup: BadDaySetup,
): { seed(): Promise<void>; ended(): Promise<unknown> } {
  let last: Promise<unknown> = Promise.resolve();
  const inTurn: InTurn = (work) => {
    const turn = last.then(work, work);
    last = turn.catch(() => {});
    return turn;
  };
  const seed = () => inTurn(() => playSeeds(setup));
  const staffOnly: RequestHandler = ({ headers }, response, next) => {
    if (staffNameOf(headers.cookie) === undefined) response.redirect(303, "/staff");
    else next();
  };

  app.get("/staff", ({ headers, query }, response) => {
    const visit = frame.visit(response);
    const name = staffNameOf(headers.cookie);
    frame.show(response, name === undefined ? logInPage(visit, false) : staffPage(visit, name, "seeded" in query));
  });
  app.post("/staff/login", (request, response) => {
    if (logIn(request, response)) response.redirect(303, "/staff");
    else frame.show(response.status(422), logInPage(frame.visit(response), true));
  });
  app.post("/staff/logout", (_request, response) => {
    logOut(response);
    response.redirect(303, "/staff");
  });
  app.post("/staff/seeds", staffOnly, async (_request, response) => {
    await seed();
    response.redirect(303, "/staff?seeded#seeds");
  });
  addBadDays(app, frame, setup, staffOnly, inTurn);
  return { seed, ended: () => last };
}

function addBadDays(app: Express, frame: Frame, setup: BadDaySetup, staffOnly: RequestHandler, inTurn: InTurn): void {
  app.post("/staff/bad-days/:day", staffOnly, async ({ params }, response) => {
    const day = badDayOf(params.day);
    if (day === undefined) return frame.showProblem(response, "notFound");
    const { buyer } = frame.visit(response);
    const order = await inTurn(() => playBadDay(setup, day, buyer));
    response.redirect(303, `/staff/bad-days/${day}/${order}`);
  });
  app.get("/staff/bad-days/:day/:id", staffOnly, async (request: Request<{ day: string; id: string }>, response) => {
    const day = badDayOf(request.params.day);
    const order = frame.ownOrder(request, response);
    if (day === undefined || order === undefined) return frame.showProblem(response, "notFound");
    const view = await setup.payments.findOrder(order.id);
    const state = paymentStateOf(order, view);
    frame.show(response, storyPage(frame.visit(response), { day, order, state, attempts: view.attempts }));
  });
}

function badDayOf(name: unknown): BadDay | undefined {
  return badDays.find((day) => day === name);
}
