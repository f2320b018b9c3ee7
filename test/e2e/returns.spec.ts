import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, type Page } from "@playwright/test";
import { type Bank, test } from "./bank.ts";

/** What reached the shop's return address, in its order: method and form or query fields. */
type Visits = { method: string; fields: Record<string, string> }[];

/** A shop that only listens. */
async function listen(): Promise<{ url: string; visits: Visits; close(): void }> {
  const visits: Visits = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      const [path, query = ""] = (request.url ?? "").split("?");
      const { method = "" } = request;
      const text = method === "POST" ? String(Buffer.concat(parts)) : query;
      if (path === "/return") visits.push({ method, fields: Object.fromEntries(new URLSearchParams(text)) });
      response.writeHead(200, { "Content-Type": "text/html" }).end("<title>shop</title>");
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://shop.localhost:${port}`, visits, close };
}

/** Pays an order at the bank, whose number carries the code of a fault. */
async function pay(page: Page, bank: Bank, ReturnUrl: string, OrdenID: string): Promise<void> {
  const session = (await (await bank.createSession({ ReturnUrl, OrdenID })).json()) as { SESSION: string };
  await page.setContent(
    `<form method="post" action="${bank.url}/authorize"><input name="SESSION" value="${session.SESSION}"><button>go</button></form>`,
  );
  await page.click("button");
  await page.fill("#number", "4761340000000050");
  await page.fill("#expiry", "11/49");
  await page.fill("#cvv", "123");
  await page.click("button[value=pay]");
}

const cases = [
  { code: "", says: "one post, without a result", methods: ["POST"], result: [false] },
  { code: "!rget", says: "by GET", methods: ["GET"], result: [false] },
  { code: "!rscr", says: "by a script's GET", methods: ["GET"], result: [false] },
  { code: "!dbl", says: "by two posts, the second with the result", methods: ["POST", "POST"], result: [false, true] },
];

for (const { code, says, methods, result } of cases) {
  test(`the bank's page sends the buyer back ${says}`, async ({ page, bank }) => {
    const shop = await listen();
    await pay(page, bank, `${shop.url}/return`, `A-1${code}`);
    await page.waitForURL(/shop\.localhost/);
    expect(shop.visits.map(({ method }) => method)).toEqual(methods);
    expect(shop.visits.map(({ fields }) => fields.ResponseCode === "00")).toEqual(result);
    shop.close();
  });
}

test("a buyer whom the bank never sends back stays on its receipt", async ({ page, bank }) => {
  const shop = await listen();
  await pay(page, bank, `${shop.url}/return`, "A-1!nort");
  await page.waitForURL(/receipt/);
  // Another, who comes to the receipt later, is sent back meanwhile.
  const other = await page.context().newPage();
  await pay(other, bank, `${shop.url}/return`, "A-2");
  await other.waitForURL(/shop\.localhost/);
  expect(shop.visits).toHaveLength(1);
  expect(page.url()).toContain(bank.url);
  shop.close();
});
