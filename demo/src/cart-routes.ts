import type { Express } from "express";
import { findProduct } from "./catalog.ts";
import { contactFrom } from "./contact.ts";
import { formField } from "./form-field.ts";
import type { Frame } from "./frame.ts";
import type { Orders } from "./orders.ts";
import { type Change, cartPage } from "./pages/cart.ts";
import { shelfPage } from "./pages/shelf.ts";

const changeFrom = (value: unknown): Change => (value === "less" ? "less" : "more");

/** The shelf, the cart, and the form that makes an order of it. */
export function addCartRoutes(app: Express, frame: Frame, orders: Orders): void {
  app.get("/", ({ query }, response) =>
    frame.show(response, shelfPage(frame.visit(response), findProduct(query.added))),
  );

  app.get("/cart", ({ query }, response) => {
    const visit = frame.visit(response);
    const product = findProduct(query.good);
    const pressed = product && { product: product.id, change: changeFrom(query.change) };
    frame.show(response, cartPage(visit, orders.cart(visit.buyer), { pressed }));
  });

  app.post("/cart", (request, response) => {
    const product = findProduct(formField(request, "good"));
    if (!product) return frame.showProblem(response, "notFound");
    const pressed = formField(request, "change");
    const change = changeFrom(pressed);
    orders.changeCart(frame.visit(response).buyer, product, change === "less" ? -1 : 1);
    response.redirect(303, pressed === "add" ? `/?added=${product.id}` : `/cart?good=${product.id}&change=${change}`);
  });

  app.post("/orders", (request, response) => {
    const visit = frame.visit(response);
    const typed = { email: formField(request, "email").trim(), phone: formField(request, "phone").trim() };
    const contact = contactFrom(typed);
    if (!contact) {
      return frame.show(response.status(422), cartPage(visit, orders.cart(visit.buyer), { badContact: typed }));
    }
    // A second click finds the cart empty, and goes on with the order of the first.
    const order = orders.place(visit.buyer, contact) ?? orders.placedBy(visit.buyer)[0];
    response.redirect(303, order ? `/checkout/${order.id}` : "/cart");
  });
}
