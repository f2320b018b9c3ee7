// The flows of payments.spec.ts in WebKitGTK, which Playwright cannot drive: plain WebDriver, one buyer after another.
import { after, before, test } from "node:test";
import { chosen } from "../../tools/browsers.mjs";
import { startWebKit } from "../../tools/webkit.mjs";
import { blockedRedirect, comesBackFromBlockedRedirect, paysAfterBlockedRedirect } from "./blocked-redirect.ts";
import { Buyer } from "./buyer.ts";
import { type Flow, flows } from "./flows.ts";
import { startServer } from "./start-server.ts";
import { webdriverWindow } from "./webdriver-window.ts";

const here = chosen().some(({ name }) => name === "webkit");
const skip = here ? false : "WebKitGTK is not among the browsers";

let demo: Awaited<ReturnType<typeof startServer>>;
let browser: Awaited<ReturnType<typeof startWebKit>>;

before(
  async () => {
    if (here) [demo, browser] = await Promise.all([startServer(), startWebKit()]);
  },
  { timeout: 120_000 },
);
after(async () => {
  await browser?.stop();
  await demo?.stop();
});

const { goesOn, goesBack } = blockedRedirect;
const atPage = (buyer: Buyer, shop: "nearShop" | "bareShop") =>
  new Buyer(buyer.window, buyer.addresses, buyer.addresses[shop]);
const all: readonly Flow[] = [
  ...flows,
  { title: goesOn, run: (buyer) => paysAfterBlockedRedirect(atPage(buyer, "nearShop")) },
  { title: goesBack, run: (buyer) => comesBackFromBlockedRedirect(atPage(buyer, "bareShop"), false) },
];

for (const { title, run } of all) {
  test(title, { skip, timeout: 120_000 }, async () => {
    const { driver } = browser;
    // A failed flow may have left windows behind.
    const [first = "", ...others] = await driver.getAllWindowHandles();
    for (const handle of others) {
      await driver.switchTo().window(handle);
      await driver.close();
    }
    await driver.switchTo().window(first);
    await run(new Buyer(await webdriverWindow(driver), demo.addresses));
  });
}
