// `npm run examples`: builds every page and serves it at /html/, /react/ and so on, with the router and the sandbox. Every
// order can be paid: /react/?order=A-7. `npm run examples -- next nuxt` serves these instead. Reads PORT.
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ventanilla } from "@ventanilla/express";
import { sqliteStore } from "@ventanilla/express/sqlite";
import { createSandbox } from "@ventanilla/sandbox";
import express from "express";
import { build, defaultClientConditions } from "vite";
import { isFramework, openFramework } from "./frameworks.ts";
import { texts as fr } from "./third-language/texts.ts";

const named = process.argv.slice(2);
const pages = named.length > 0 ? named : ["html", "react", "vue", "svelte", "routes", "third-language"];

// React's StrictMode has an effect only in builds for development.
process.env.NODE_ENV = "development";

const folder = mkdtempSync(join(tmpdir(), "ventanilla-examples-"));
for (const name of pages.filter((each) => !isFramework(each))) {
  await build({
    root: join(import.meta.dirname, name),
    base: `/${name}/`,
    // As everything here: from the sources, so that nothing has to be built before.
    resolve: { conditions: ["@ventanilla/source", ...defaultClientConditions] },
    build: { outDir: join(folder, name), emptyOutDir: true },
    logLevel: "warn",
  });
}

const sandbox = await createSandbox();
const app = express();
const server = app.listen(Number(process.env.PORT || 3000), "127.0.0.1");
await once(server, "listening");
const origin = `http://localhost:${(server.address() as AddressInfo).port}`;

const payments = ventanilla({
  publicUrl: `${origin}/payments`,
  gateway: { sessionApiUrl: sandbox.url, gatewayUrl: sandbox.url },
  merchant: {
    number: "349000000",
    terminal: "58585858",
    acquirer: "349",
    name: { owner: "COLMADO LARIMAR", city: "SANTO DOMINGO", country: "DO" },
  },
  store: sqliteStore(":memory:"),
  encryptionKeys: [randomBytes(32).toString("hex")],
  order: () => ({
    amount: { minor: 295_000, currency: "DOP" },
    tax: { minor: 45_000, currency: "DOP" },
    buyer: { email: "ana@example.com", mobilePhone: "8095550101" },
  }),
  texts: { fr },
  onPaid: ({ order }) => console.log(`order ${order} is paid`),
  onReview: ({ order }) => console.log(`order ${order} needs a person: nothing is shipped`),
});
app.use(payments.returns);
app.use("/payments", payments);
app.use(express.static(folder));
app.get("/", (_request, response) => response.redirect(`/${pages[0]}/`));
const stopping: (() => unknown)[] = [];
await Promise.all(
  pages.filter(isFramework).map(async (name) => {
    const { handler, stop: stopOne } = await openFramework(name);
    stopping.push(stopOne);
    app.all([`/${name}`, `/${name}/*path`], handler);
  }),
);

async function stop(): Promise<void> {
  server.close().closeAllConnections();
  await Promise.all([payments.close(), sandbox.close(), ...stopping.map((stopOne) => stopOne())]);
  rmSync(folder, { recursive: true, force: true });
}
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => void stop());
console.log(`Ready: ${pages.map((name) => `${origin}/${name}/`).join(" · ")}`);
