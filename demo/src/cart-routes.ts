import type { Express, Request } from "express";
import { findGood } from "./catalog.ts";
import { contactFrom } from "./contact.ts";
import type { Frame } from "./frame.ts";
import type { Orders } from "./orders.ts";
import { type Change, cartPage } from "./pages/cart.ts";
import { shelfPage } from "./pages/shelf.ts";

/** A field of the posted form; empty when it is missing. */
export function field(request: Request, name: string): string {
  const value = (request.body as Record<string, unknown> | undefined)?.[name];
  return typeof value === "string" ? value : "";
}

const changeFrom = (value: unknown): Change => (value === "less" ? "less" : "more");

/** The shelf, the cart, and the form that makes an order of it. */
export function addCartRoutes(app: Express, frame: Frame, orders: Orders): void {
  app.get("/", ({ query }, response) => frame.show(response, shelfPage(frame.visit(response), findGood(query.added))));

  app.get("/cart", ({ query }, response) => {
    const visit = frame.visit(response);
    const good = findGood(query.good)?.id;
    const pressed = good && { good, change: changeFrom(query.change) };
    frame.show(response, cartPage(visit, orders.cart(visit.buyer), { pressed: pressed || undefined }));
  });

  app.post("/cart", (request, response) => {
    const good = findGood(field(request, "good"));
    if (!good) return frame.showProblem(response, "notFound");
    const isAdded = field(request, "change") === "add";
    const change = changeFrom(field(request, "change"));
    orders.changeCart(frame.visit(response).buyer, good, change === "less" ? -1 : 1);
    response.redirect(303, isAdded ? `/?added=${good.id}` : `/cart?good=${good.id}&change=${change}`);
  });

  app.post("/orders", (request, response) => {
    const visit = frame.visit(response);
    const typed = { email: field(request, "email").trim(), phone: field(request, "phone").trim() };
    const contact = contactFrom(typed);
    if (!contact) {
      return frame.show(response.status(422), cartPage(visit, orders.cart(visit.buyer), { badContact: typed }));
    }
    // A second click finds the cart empty, and goes on with the order of the first.
    const order = orders.place(visit.buyer, contact) ?? orders.placedBy(visit.buyer)[0];
    response.redirect(303, order ? `/checkout/${order.id}` : "/cart");
  });
}
