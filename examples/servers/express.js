// Plain HTML and Express, with helmet, a session for each visitor and CSRF protection for the shop's own forms.
import { randomBytes } from "node:crypto";
import { csrfSync } from "csrf-sync";
import express from "express";
import session from "express-session";
import helmet from "helmet";
import { checkoutPage, openPayments, placeOrder, sendOrderPage, serve } from "./shop.js";

const app = express();
const { csrfSynchronisedProtection, generateToken } = csrfSync({ getTokenFromRequest: ({ body }) => body?.csrf });
const payments = openPayments();

// 1. The bank's POST: before everything that wants a cookie or a token.
app.use(payments.returns);
app.use(
  helmet({
    // A window of another site is opened, and reports back.
    crossOriginOpenerPolicy: { policy: "same-origin-allow-popups" },
    contentSecurityPolicy: {
      directives: {
        "form-action": ["'self'"],
        // This shop is on http: nothing is upgraded.
        "upgrade-insecure-requests": null,
      },
    },
  }),
);
app.use(session({ secret: randomBytes(32).toString("hex"), resave: false, saveUninitialized: true }));
// 2. The payments: their launch is a form without the token, and checked by its origin.
app.use("/payments", payments);
// 3. The shop's own forms.
app.use(express.urlencoded({ extended: false }), csrfSynchronisedProtection);

app.get("/", (request, response) => {
  const note = `<form method="post" action="/note"><input type="hidden" name="csrf" value="${generateToken(request)}">
    <input name="note"><button>Add a note</button></form>`;
  response.send(checkoutPage(placeOrder(), note));
});
app.post("/note", (_request, response) => void response.send("Noted."));
app.get("/orders/:id", sendOrderPage);

await serve(app, payments);
