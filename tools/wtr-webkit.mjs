// A @web/test-runner launcher for WebKitGTK. Its type is "puppeteer", and its page has the few methods that
// @web/test-runner-commands uses (keyboard, setViewport), so sendKeys and setViewport work here as in the others.
import { Key } from "selenium-webdriver";
import { startWebKit } from "./webkit.mjs";

const keyOf = (name) =>
  name.length === 1 ? name : (Key[name.replace(/([a-z])([A-Z])/g, "$1_$2").toUpperCase()] ?? name);

/** The launcher, for `browsers` of a @web/test-runner configuration. */
export function webkitLauncher() {
  let starting;
  let active;
  const drive = async (use) => use((await starting).driver);
  const keys = (build) => drive((driver) => build(driver.actions()).perform());
  const page = {
    keyboard: {
      type: (text) => keys((actions) => actions.sendKeys(...text)),
      press: (key) => keys((actions) => actions.keyDown(keyOf(key)).keyUp(keyOf(key))),
      down: (key) => keys((actions) => actions.keyDown(keyOf(key))),
      up: (key) => keys((actions) => actions.keyUp(keyOf(key))),
    },
    setViewport: ({ width, height }) =>
      drive(async (driver) => {
        const [w, h] = await driver.executeScript("return [outerWidth - innerWidth, outerHeight - innerHeight]");
        await driver
          .manage()
          .window()
          .setRect({ width: width + w, height: height + h });
      }),
  };
  return {
    name: "WebKitGTK",
    type: "puppeteer",
    concurrency: 1,
    getPage: () => page,
    async startSession(id, url) {
      starting ??= startWebKit();
      active = id;
      await drive((driver) => driver.get(url));
    },
    isActive: (id) => active === id,
    getBrowserUrl: () => drive((driver) => driver.getCurrentUrl()),
    async stopSession() {
      active = undefined;
      await drive((driver) => driver.get("about:blank"));
      return {};
    },
    async startDebugSession() {
      throw new Error("WebKitGTK has no debug session here: use Chromium");
    },
    async stop() {
      await (await starting)?.stop();
    },
  };
}
