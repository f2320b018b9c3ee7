import type { RequestListener } from "node:http";
import express, { type Express } from "express";

/**
 * A shop with one more address, `/placed-order?lang=es&mode=redirect`: it makes an order as the shop's own pages do, from
 * the shelf by way of the cart, and leads its buyer to the checkout.
 */
export function withPlacedOrders(shop: RequestListener): Express {
  const app = express();
  app.get("/placed-order", async ({ query, socket }, response) => {
    const post = (path: string, fields: Record<string, string>, cookie = "") =>
      fetch(`http://127.0.0.1:${socket.localPort}${path}`, {
        method: "POST",
        headers: { cookie },
        body: new URLSearchParams(fields),
        redirect: "manual",
      });
    const filled = await post(`/cart?lang=${query.lang === "en" ? "en" : "es"}`, { good: "cafe", change: "add" });
    const cookies = filled.headers.getSetCookie();
    const placed = await post(
      "/orders",
      { email: "ana@ejemplo.do", phone: "8095550123" },
      cookies.map((cookie) => cookie.split(";", 1)[0]).join("; "),
    );
    const mode = query.mode === "redirect" ? "?mode=redirect" : "";
    response.append("Set-Cookie", cookies).redirect(303, placed.headers.get("location") + mode);
  });
  return app.use(shop);
}
