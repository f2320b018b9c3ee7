import { batchAt } from "@ventanilla/client";
import type { Payments, ShopAlert } from "@ventanilla/express";
import type { Express, Request } from "express";
import type { Frame } from "../src/frame.ts";
import { paymentStateOf } from "../src/payment-state.ts";
import { staffNameOf } from "../src/staff/login.ts";
import { staffOnly } from "../src/staff/routes.ts";
import { type BadDay, badDays } from "./bad-days.ts";
import type { Mailbox } from "./mailbox.ts";
import { type ShownAlert, staffPage, storyPage } from "./pages.ts";
import type { StagedOrders } from "./staged-orders.ts";
import type { Staging } from "./staging.ts";

const shownAlerts = 6;

interface StageRoutesSetup {
  payments: Payments;
  staging: Staging;
  mailbox: Mailbox;
  orders: Pick<StagedOrders, "find">;
}

/** What the staff of this shop can also do: simulate payments, and stage bad days. */
export function addStageRoutes(
  app: Express,
  frame: Frame,
  { payments, staging, mailbox, orders }: StageRoutesSetup,
): void {
  /** How the order of an alert stands, and until when its payment can be voided. */
  async function shownAlert(alert: ShopAlert): Promise<ShownAlert> {
    const order = alert.order === undefined ? undefined : orders.find(alert.order);
    if (order === undefined) return alert;
    const view = await payments.findOrder(order.id);
    const payment = view.attempts.find(({ id }) => id === alert.attempt);
    if (payment === undefined) return alert;
    const state = paymentStateOf(order, view);
    const closesAt = batchAt(payment.settledAt ?? payment.createdAt).until;
    const isVoidable = (state === "paidTwice" || state === "review") && Date.now() < closesAt;
    const { minor } = payment.amount;
    return {
      ...alert,
      about: { state, minor, total: order.total, voidableUntil: isVoidable ? closesAt : undefined },
    };
  }

  app.get("/staff", async ({ headers, query }, response, next) => {
    const name = staffNameOf(headers.cookie);
    if (name === undefined) return next();
    const alerts = await Promise.all(mailbox.latest(shownAlerts).map(shownAlert));
    const view = { name, isSeeded: "seeded" in query, alerts };
    frame.show(response, staffPage(frame.visit(response), view));
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
    const alerts = await Promise.all(mailbox.about(order.id).map(shownAlert));
    const story = { day, order, state, attempts: view.attempts, alerts };
    frame.show(response, storyPage(frame.visit(response), story));
  });
}

function badDayOf(name: unknown): BadDay | undefined {
  return badDays.find((day) => day === name);
}
