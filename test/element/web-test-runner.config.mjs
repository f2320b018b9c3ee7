import { fileURLToPath } from "node:url";
import { esbuildPlugin } from "@web/dev-server-esbuild";
import { defaultReporter } from "@web/test-runner";
import { chromeLauncher, puppeteerCore } from "@web/test-runner-chrome";
import { build } from "vite";
import { chosenBrowsers, firefoxPreferences } from "../../tools/browsers.mjs";
import { countsReporter } from "../../tools/counts-wtr.mjs";
import { leanLit } from "../../tools/lean-lit.mjs";
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
      launchOptions: {
        browser: "firefox",
        executablePath,
        extraPrefsFirefox: firefoxPreferences,
        // Nobody asks for the requests of a page; to report each of its modules takes Firefox a fifth of the whole time.
        networkEnabled: false,
      },
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

/**
 * Lit as the single file has it: the element under test imports this one, the tests import Lit. `LIT=whole` gives the
 * element Lit itself, which users who import the package get.
 */
function leanLitForElement() {
  const path = "/lean-lit.js";
  let text;
  return {
    name: "lean-lit",
    async serverStart() {
      const { output } = await build({
        configFile: false,
        logLevel: "warn",
        plugins: [leanLit()],
        build: {
          write: false,
          minify: false,
          modulePreload: false,
          rolldownOptions: { input: "lit", preserveEntrySignatures: "strict" },
        },
      });
      text = output[0].code;
    },
    resolveImport: ({ source, context }) =>
      source === "lit" && context.path.startsWith("/packages/element/src/") ? path : undefined,
    serve: (context) => (context.path === path ? { body: text, type: "js" } : undefined),
  };
}

export default {
  rootDir: fileURLToPath(new URL("../..", import.meta.url)),
  files: fileURLToPath(new URL("*.test.ts", import.meta.url)),
  nodeResolve: { exportConditions: ["production"] },
  middleware: [router],
  plugins: [
    ...(process.env.LIT === "whole" ? [] : [leanLitForElement()]),
    esbuildPlugin({ ts: true, target: "es2022" }),
  ],
  browsers: chosenBrowsers().map(({ name, path }) => launchers[name](path)),
  // Windows open and take the focus from each other, so one file at a time in each browser.
  concurrency: 1,
  concurrentBrowsers: 3,
  browserStartTimeout: 60_000,
  testsStartTimeout: 60_000,
  testsFinishTimeout: 600_000,
  testFramework: { config: { timeout: 60_000 } },
  reporters: [defaultReporter(), countsReporter()],
};
