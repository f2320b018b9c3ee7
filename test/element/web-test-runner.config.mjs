import { fileURLToPath } from "node:url";
import { esbuildPlugin } from "@web/dev-server-esbuild";
import { defaultReporter } from "@web/test-runner";
import { chromeLauncher, puppeteerCore } from "@web/test-runner-chrome";
import { chosen, firefoxPreferences } from "../../tools/browsers.mjs";
import { countsReporter } from "../../tools/counts-wtr.mjs";
import { webkitLauncher } from "../../tools/wtr-webkit.mjs";
import { answer } from "./router.mjs";

const launchers = {
  chromium: (executablePath) =>
    chromeLauncher({
      launchOptions: {
        executablePath,
        args: [
          ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
          "--disable-background-networking",
          "--disable-component-update",
          "--disable-sync",
          "--no-first-run",
        ],
      },
    }),
  // A stock Firefox, over WebDriver BiDi.
  firefox: (executablePath) =>
    chromeLauncher({
      puppeteer: puppeteerCore,
      launchOptions: { browser: "firefox", executablePath, extraPrefsFirefox: firefoxPreferences },
    }),
  webkit: () => webkitLauncher(),
};

/** The router of the shop under test, and pages to embed that a test cannot make itself. */
async function router(context, next) {
  const reply = await answer(context.req);
  if (!reply) return next();
  context.status = reply.status;
  context.type = reply.type;
  context.set(reply.headers ?? {});
  context.body = reply.body;
}

export default {
  rootDir: fileURLToPath(new URL("../..", import.meta.url)),
  files: fileURLToPath(new URL("*.test.ts", import.meta.url)),
  nodeResolve: { exportConditions: ["production"] },
  middleware: [router],
  plugins: [esbuildPlugin({ ts: true, target: "es2022" })],
  browsers: chosen().map(({ name, path }) => launchers[name](path)),
  // Windows open and take the focus from each other, so one file at a time, in one browser at a time: beside Firefox, a
  // case of WebKitGTK at times gets no answer.
  concurrency: 1,
  concurrentBrowsers: 1,
  browserStartTimeout: 60_000,
  testsStartTimeout: 60_000,
  testsFinishTimeout: 600_000,
  testFramework: { config: { timeout: 60_000 } },
  reporters: [defaultReporter(), countsReporter()],
};
