// WebKitGTK (MiniBrowser) through WebKitWebDriver, under an Xvfb of its own when there is no display.
import { spawn } from "node:child_process";
import { Builder } from "selenium-webdriver";
import { withTimeout } from "../packages/express/src/base/work.ts";
import { freePort } from "../test/free-port.ts";
import { find } from "./browsers.mjs";

async function startXvfb() {
  const child = spawn("Xvfb", ["-displayfd", "3", "-screen", "0", "1280x1024x24", "-nolisten", "tcp"], {
    stdio: ["ignore", "ignore", "ignore", "pipe"],
  });
  const display = await new Promise((resolve, reject) => {
    child.once("error", reject).once("exit", (code) => reject(new Error(`Xvfb ended with ${code}`)));
    child.stdio[3].once("data", (data) => resolve(`:${String(data).trim()}`));
  });
  return { display, stop: () => child.kill() };
}

/** Waits until an address answers. Throws when it does not within so many milliseconds. */
async function waitForAnswer(url, milliseconds) {
  for (const end = Date.now() + milliseconds; Date.now() < end; ) {
    const ok = await fetch(url).then(
      (response) => response.ok,
      () => false,
    );
    if (ok) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`WebKitWebDriver did not answer within ${milliseconds / 1000} s`);
}

/** How long a browser may take to start or to end, in milliseconds. Now and then one never starts; the next one does. */
const patience = 30_000;

/** The promise's value, unless a browser takes longer than it may. */
const inTime = (promise) =>
  withTimeout(patience, promise, () => {
    throw new Error(`WebKitGTK did not answer within ${patience / 1000} s`);
  });

/**
 * Starts one WebKitGTK browser. One WebKitWebDriver process can have one session only.
 * @param {string[]} [settings] MiniBrowser arguments, e.g. `--enable-javascript=false`
 * @returns {Promise<{ driver: import("selenium-webdriver").WebDriver, stop(): Promise<void> }>}
 */
export async function startWebKit(settings = []) {
  for (let left = 2; ; left--) {
    try {
      return await startOnce(settings);
    } catch (error) {
      if (left === 0) throw error;
      console.error(`${error.message}: starting another`);
    }
  }
}

async function startOnce(settings) {
  const xvfb = process.env.DISPLAY ? undefined : await startXvfb();
  const port = await freePort();
  // Without a graphics card, frames that go through buffers of one take half of a page's time.
  const graphics = { LIBGL_ALWAYS_SOFTWARE: "1", WEBKIT_DISABLE_DMABUF_RENDERER: "1" };
  const server = spawn("WebKitWebDriver", [`--port=${port}`, "--host=127.0.0.1"], {
    stdio: "ignore",
    env: { ...process.env, ...graphics, ...(xvfb && { DISPLAY: xvfb.display }) },
  });
  const end = () => {
    process.off("exit", end);
    server.kill();
    xvfb?.stop();
  };
  // They must also end when this process exits before `stop`.
  process.once("exit", end);
  try {
    const address = `http://127.0.0.1:${port}`;
    await waitForAnswer(`${address}/status`, 10_000);
    const session = new Builder()
      .usingServer(address)
      .withCapabilities({
        browserName: "MiniBrowser",
        acceptInsecureCerts: true,
        "webkitgtk:browserOptions": { binary: find("webkit"), args: ["--automation", ...settings] },
      })
      .build();
    const driver = await inTime(session);
    return {
      driver,
      async stop() {
        // The session may have ended with its last window; the processes still have to end.
        await inTime(driver.quit()).catch(() => {});
        end();
      },
    };
  } catch (error) {
    end();
    throw error;
  }
}
