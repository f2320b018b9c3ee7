import type { Request, Response } from "express";
import type { Order, Orders } from "./orders.ts";
import { layout, type Page } from "./pages/layout.ts";
import { problemPage } from "./pages/problem.ts";
import type { Visit } from "./visit.ts";

/** Shows pages to visitors, in the frame that all pages share. */
export class Frame {
  readonly #orders: Orders;

  constructor(orders: Orders) {
    this.#orders = orders;
  }

  /** The visit that the response belongs to. */
  visit(response: Response): Visit {
    return response.locals.visit as Visit;
  }

  show(response: Response, page: Page): void {
    const visit = this.visit(response);
    const inCart = this.#orders.cart(visit.buyer).reduce((sum, { quantity }) => sum + quantity, 0);
    response.send(layout(page, visit, inCart));
  }

  showProblem(response: Response, kind: "notFound" | "broken"): void {
    this.show(response.status(kind === "notFound" ? 404 : 500), problemPage(this.visit(response), kind));
  }

  /** The order that the address names, if it belongs to this browser. */
  ownOrder(request: Request<{ id: string }>, response: Response): Order | undefined {
    const order = this.#orders.find(request.params.id);
    return order?.buyer === this.visit(response).buyer ? order : undefined;
  }
}
