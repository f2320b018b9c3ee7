// A development server in front of the shop's own: browsers see PAGES, and Vite passes the shop's paths on.
import { createServer } from "node:http";
import express from "express";
import { createServer as createVite } from "vite";
import { checkoutPage, openPayments, origin, placeOrder, sendOrderPage, serve } from "./shop.js";

const { PAGES = "http://localhost:5173" } = process.env;

// The address that the browser shows, not the port on which the router listens.
const payments = openPayments({ publicUrl: `${PAGES}/payments` });
const app = express();
app.use(payments.returns);
app.use("/payments", payments);
app.get("/api/checkout", (_request, response) => void response.send(checkoutPage(placeOrder())));
app.get("/orders/:id", sendOrderPage);

const vite = await createVite({
  configFile: false,
  appType: "custom",
  server: { middlewareMode: true, ws: false, proxy: { "/payments": origin, "/api": origin, "/orders": origin } },
});
const pages = createServer(vite.middlewares).listen(Number(new URL(PAGES).port), "localhost");
process.once("SIGTERM", () => {
  pages.close().closeAllConnections();
  void vite.close();
});
await serve(app, payments);
