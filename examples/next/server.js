// Next with a custom server: `next build`, then `node server.js` instead of `next start`.
import next from "next";
import { inFront } from "../servers/in-front.js";
import { openPayments, serve } from "../servers/shop.js";

const app = next({ dev: false, dir: import.meta.dirname });
await app.prepare();
const payments = openPayments({
  order: () => ({
    amount: { minor: 295_000, currency: "DOP" },
    tax: { minor: 45_000, currency: "DOP" },
    buyer: { email: "ana@example.com", mobilePhone: "8095550101" },
  }),
});
await serve(inFront(payments, app.getRequestHandler()), payments);
