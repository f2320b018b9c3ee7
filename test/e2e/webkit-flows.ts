import { after, before, test } from "node:test";
import { chosenBrowsers } from "../../tools/browsers.mjs";
import { startWebKit } from "../../tools/webkit.mjs";
import { Buyer } from "./buyer.ts";
import type { Flow } from "./flows.ts";
import { inQuarter } from "./quarter.ts";
import { startServer } from "./start-server.ts";
import { webdriverWindow } from "./webdriver-window.ts";

const here = chosenBrowsers().some(({ name }) => name === "webkit");
const skip = here ? false : "WebKitGTK is not among the browsers";

/** A test for each flow of the run's quarter in WebKitGTK, which Playwright cannot drive: plain WebDriver, one buyer after another. */
export function testInWebKit(flows: readonly Flow[]): void {
  let demo: Awaited<ReturnType<typeof startServer>>;
  let browser: Awaited<ReturnType<typeof startWebKit>>;

  before(
    async () => {
      if (!here) return;
      // One that starts must also end where the other does not.
      await Promise.all([
        startServer().then((started) => (demo = started)),
        startWebKit().then((started) => (browser = started)),
      ]);
    },
    { timeout: 120_000 },
  );
  after(async () => {
    await browser?.stop();
    await demo?.stop();
  });

  for (const { title, run } of inQuarter(flows)) {
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
}
