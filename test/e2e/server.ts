// The demo for the end-to-end tests: its shop and its bank as they are, the same for a browser without JavaScript, a
// shop whose bank is out of reach, bare pages with their router beside and elsewhere, and an address where a test can
// look into the bank's books. All on free ports; prints its addresses as one JSON line.
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createSandbox, type Sandbox, type SandboxOptions } from "@ventanilla/sandbox";
import express from "express";
import { openTheatre, type TheatreSetup } from "../../demo/theatre/theatre.ts";
import { deadBank } from "../dead-bank.ts";
import { barePages, bareRouter } from "./bare-shop.ts";
import { openCounter } from "./counter-server.ts";
import { withPlacedOrders } from "./placed-order.ts";
import { programPages } from "./program-pages.ts";
import { serveExamples } from "./serve-examples.ts";
import type { Addresses } from "./start-server.ts";
import { withoutScripts } from "./without-scripts.ts";

const folder = mkdtempSync(join(tmpdir(), "ventanilla-e2e-"));
const closing: (() => unknown)[] = [];

/** Listens on a free port, whose number is known before the listener is made. */
async function listen(listenerFor: (port: number) => RequestListener | Promise<RequestListener>): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  server.on("request", await listenerFor(port));
  closing.push(() => server.close().closeAllConnections());
  return port;
}

/** The shop's app, for visitors who see it at `publicUrl`. */
function openShop(publicUrl: string, bank: TheatreSetup["bank"]): RequestListener {
  const shop = openTheatre({ publicUrl, bank, dataFolder: join(folder, new URL(publicUrl).hostname) });
  closing.push(() => shop.close());
  return withPlacedOrders(shop.app, publicUrl, bank.sessionApiUrl);
}

/** A router at `/payments` of an origin, for pages on others. */
function openRouter(origin: string, ...origins: string[]): RequestListener {
  return openRouterTo(at("gateway", portOf(bank)), origin, ...origins);
}

function openRouterTo(gatewayUrl: string, origin: string, ...origins: string[]): RequestListener {
  const payments = bareRouter(origin, { sessionApiUrl: bank.url, gatewayUrl }, origins);
  closing.push(() => payments.close());
  return express().use("/payments", payments);
}

async function openBank(options?: SandboxOptions): Promise<Sandbox> {
  const sandbox = await createSandbox(options);
  closing.push(() => sandbox.close());
  return sandbox;
}

const at = (name: string, port: number) => `http://${name}.localhost:${port}`;
const portOf = ({ url }: Sandbox) => Number(new URL(url).port);
const bank = await openBank();
// A bank of its own: the orders of both shops have the same names.
const plainBank = await openBank();
const plainBankPort = await listen(() => withoutScripts(portOf(plainBank)));

const shopPort = await listen((port) =>
  openShop(at("shop", port), { sessionApiUrl: bank.url, gatewayUrl: at("gateway", portOf(bank)) }),
);
const plainShopPort = await listen(async (port) => {
  const shop = openShop(at("plain-shop", port), {
    sessionApiUrl: plainBank.url,
    gatewayUrl: at("plain-gateway", plainBankPort),
  });
  return withoutScripts(await listen(() => shop));
});
const lonelyShopPort = await listen((port) =>
  openShop(at("lonely-shop", port), { sessionApiUrl: deadBank, gatewayUrl: deadBank }),
);
const staffBank = await openBank();
const staffShopPort = await listen((port) =>
  openShop(at("staff-shop", port), { sessionApiUrl: staffBank.url, gatewayUrl: at("gateway", portOf(staffBank)) }),
);
const bareShopPort = await listen((port) => barePages().use(openRouter(at("bare-shop", port))));
// The machine's resolver knows no names below localhost: this router can reach the bank's page as browsers do.
const nearShopPort = await listen((port) => barePages().use(openRouterTo(bank.url, at("near-shop", port))));
const staticShopPort = await listen(async (port) => {
  const api = await listen((apiPort) => openRouter(at("api", apiPort), at("static-shop", port)));
  return barePages(at("api", api));
});
const programShopPort = await listen((port) => programPages().use(openRouter(at("program-shop", port))));
const banksPort = await listen(() =>
  express().post("/", async (_request, response) => void response.send((await openBank({ seed: 1 })).url)),
);
const countersPort = await listen(() =>
  express().post("/", async (_request, response) => {
    let cases = {};
    const port = await listen(async (own) => {
      const counter = await openCounter(at("counter", own));
      closing.push(() => counter.close());
      cases = counter.cases;
      return counter.app;
    });
    response.json({ url: at("counter", port), cases });
  }),
);
const examplesPort = await listen(() => {
  let examples: ReturnType<typeof serveExamples> | undefined;
  closing.push(async () => (await examples)?.stop());
  return express().get("/", async (_request, response) => {
    examples ??= serveExamples();
    response.send((await examples).origin);
  });
});
const booksPort = await listen(() => (request, response) => {
  const order = new URL(request.url ?? "/", "http://books").searchParams.get("order");
  response.setHeader("content-type", "application/json");
  response.end(JSON.stringify(bank.sessions().filter((session) => session.order === order)));
});

async function stop(): Promise<void> {
  await Promise.all(closing.map((close) => close()));
  rmSync(folder, { recursive: true, force: true });
}
// Its input ends with the process that started it, however that ends.
process.stdin.resume().once("end", () => void stop());
const addresses: Addresses = {
  shop: at("shop", shopPort),
  shopWithoutScripts: at("plain-shop", plainShopPort),
  shopWithoutBank: at("lonely-shop", lonelyShopPort),
  shopWithStaff: at("staff-shop", staffShopPort),
  bareShop: at("bare-shop", bareShopPort),
  nearShop: at("near-shop", nearShopPort),
  staticShop: at("static-shop", staticShopPort),
  programShop: at("program-shop", programShopPort),
  banks: `http://127.0.0.1:${banksPort}`,
  counters: `http://127.0.0.1:${countersPort}`,
  examples: `http://127.0.0.1:${examplesPort}`,
  books: `http://127.0.0.1:${booksPort}`,
};
console.log(JSON.stringify(addresses));
