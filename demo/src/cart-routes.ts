import type { Express, Request } from "express";
import { findGood } from "./catalogue.ts";
import type { Frame } from "./frame.ts";
import type { Orders } from "./orders.ts";
import { cartPage } from "./pages/cart.ts";
import { shelfPage } from "./pages/shelf.ts";

/** A field of the posted form; empty when it is missing. */
export function field(request: Request, name: string): string {
  const value = (request.body as Record<string, unknown> | undefined)?.[name];
  return typeof value === "string" ? value : "";
}

const isUsable = ({ email, phone }: { email: string; phone: string }): boolean =>
  /^[^\s@]+@[^\s@]+$/.test(email) && email.length <= 254 && /^\d{10,15}$/.test(phone);

/** The shelf, the cart, and the form that makes an order of it. */
export function addCartRoutes(app: Express, frame: Frame, orders: Orders): void {
  app.get("/", ({ query }, response) => frame.show(response, shelfPage(frame.visit(response), findGood(query.added))));

  app.get("/cart", (_request, response) => {
    const visit = frame.visit(response);
    frame.show(response, cartPage(visit, orders.cart(visit.buyer)));
  });

  app.post("/cart", (request, response) => {
    const good = findGood(field(request, "good"));
    if (!good) return frame.showProblem(response, "notFound");
    const change = field(request, "change");
    orders.changeCart(frame.visit(response).buyer, good, change === "less" ? -1 : 1);
    response.redirect(303, change === "add" ? `/?added=${good.id}` : "/cart");
  });

  app.post("/orders", (request, response) => {
    const visit = frame.visit(response);
    const contact = { email: field(request, "email"), phone: field(request, "phone") };
    if (!isUsable(contact)) {
      return frame.show(response.status(422), cartPage(visit, orders.cart(visit.buyer), contact));
    }
    // A second click finds the cart empty, and goes on with the order of the first.
    const order = orders.place(visit.buyer, contact) ?? orders.placedBy(visit.buyer)[0];
    response.redirect(303, order ? `/checkout/${order.id}` : "/cart");
  });
}
