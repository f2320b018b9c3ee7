// Fastify: the payments stand before its own handler.
import { createServer } from "node:http";
import fastify from "fastify";
import { inFront } from "./in-front.js";
import { checkoutPage, openPayments, orderPage, origin, placeOrder } from "./shop.js";

const payments = openPayments();
const app = fastify({ serverFactory: (handler) => createServer(inFront(payments, handler)) });
app.addHook("onClose", () => payments.close());

app.get("/", (_request, reply) => reply.type("text/html").send(checkoutPage(placeOrder())));
app.get("/orders/:id", (request, reply) => {
  const { id } = /** @type {{ id: string }} */ (request.params);
  const page = orderPage(id);
  return reply
    .type("text/html")
    .code(page ? 200 : 404)
    .send(page ?? "");
});

await app.listen({ port: Number(new URL(origin).port), host: "localhost" });
console.log(`Ready: ${origin}`);
process.once("SIGTERM", () => void app.close());
