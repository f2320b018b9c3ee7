// A part of `npm run test:frameworks`, which has installed and built the Next example.
import { test } from "node:test";
import { paysAt } from "./servers.ts";

test("next/server.js: a buyer pays, and the page is Next's", async () => {});
