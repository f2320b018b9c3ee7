import type { Payments } from "@ventanilla/express";
import type { Express } from "express";
import { formField } from "./form-field.ts";
import type { Frame } from "./frame.ts";
import type { Order, Orders } from "./orders.ts";
import { checkoutPage } from "./pages/checkout.ts";
import { ordersPage } from "./pages/orders.ts";
import { confirmingPage, receiptPage, unpaidPage } from "./pages/receipt.ts";
import { paymentStateOf } from "./payment-state.ts";

/** The pages of an order: where it is paid, its receipt, and the list of all. */
export function addOrderRoutes(app: Express, frame: Frame, orders: Orders, payments: Payments): void {
  const standingOf = async (order: Order) => {
    const view = await payments.findOrder(order.id);
    return { view, state: paymentStateOf(order, view) };
  };

  app.get("/orders", async (_request, response) => {
    const visit = frame.visit(response);
    const placed = orders.placedBy(visit.buyer).map(async (order) => ({ order, ...(await standingOf(order)) }));
    frame.show(response, ordersPage(visit, await Promise.all(placed)));
  });

  app.get("/checkout/:id", async (request, response) => {
    const order = frame.ownOrder(request, response);
    if (!order) return frame.showProblem(response, "notFound");
    const { state } = await standingOf(order);
    // What is paid or under review is not offered for payment.
    if (state !== "unpaid" && state !== "underway") return response.redirect(303, `/orders/${order.id}`);
    const mode = request.query.mode === "redirect" ? "redirect" : "auto";
    frame.show(response, checkoutPage(frame.visit(response), order, mode));
  });

  app.post("/checkout/:id", (request, response) => {
    const order = frame.ownOrder(request, response);
    if (!order) return frame.showProblem(response, "notFound");
    orders.setInstallments(order.id, formField(request, "installments") === "true");
    response.redirect(303, `/checkout/${order.id}${formField(request, "mode") === "redirect" ? "?mode=redirect" : ""}`);
  });

  app.get("/orders/:id", async (request, response) => {
    const order = frame.ownOrder(request, response);
    if (!order) return frame.showProblem(response, "notFound");
    const visit = frame.visit(response);
    const { state, view } = await standingOf(order);
    if (order.paid)
      frame.show(response, receiptPage(visit, order, order.paid, { view, isTwice: state === "paidTwice" }));
    else if (state === "paid" || state === "paidTwice") frame.show(response, confirmingPage(visit, order));
    else frame.show(response, unpaidPage(visit, order, state));
  });
}
