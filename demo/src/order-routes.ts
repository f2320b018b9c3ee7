import type { Payments } from "@ventanilla/express";
import type { Express } from "express";
import { field } from "./cart-routes.ts";
import type { Frame } from "./frame.ts";
import type { Orders } from "./orders.ts";
import { checkoutPage } from "./pages/checkout.ts";
import { ordersPage } from "./pages/orders.ts";
import { receiptPage, unpaidPage } from "./pages/receipt.ts";

/** The pages of an order: where it is paid, its receipt, and the list of all. */
export function addOrderRoutes(app: Express, frame: Frame, orders: Orders, payments: Payments): void {
  app.get("/orders", async (_request, response) => {
    const visit = frame.visit(response);
    const histories = orders
      .placedBy(visit.buyer)
      .map(async (order) => ({ order, ...(await payments.findOrder(order.id)) }));
    frame.show(response, ordersPage(visit, await Promise.all(histories)));
  });

  app.get("/checkout/:id", async (request, response) => {
    const order = frame.ownOrder(request, response);
    if (!order) return frame.showProblem(response, "notFound");
    if (order.paid || (await payments.findOrder(order.id)).paid) return response.redirect(303, `/orders/${order.id}`);
    const mode = request.query.mode === "redirect" ? "redirect" : "auto";
    frame.show(response, checkoutPage(frame.visit(response), order, mode));
  });

  app.post("/checkout/:id", (request, response) => {
    const order = frame.ownOrder(request, response);
    if (!order) return frame.showProblem(response, "notFound");
    orders.setInstallments(order.id, field(request, "installments") === "true");
    response.redirect(303, `/checkout/${order.id}${field(request, "mode") === "redirect" ? "?mode=redirect" : ""}`);
  });

  app.get("/orders/:id", async (request, response) => {
    const order = frame.ownOrder(request, response);
    if (!order) return frame.showProblem(response, "notFound");
    const visit = frame.visit(response);
    if (order.paid) frame.show(response, receiptPage(visit, order, order.paid));
    else frame.show(response, unpaidPage(visit, order, (await payments.findOrder(order.id)).paid));
  });
}
