import { readdirSync } from "node:fs";
import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import { esbuildPlugin } from "@web/dev-server-esbuild";
import { defaultReporter } from "@web/test-runner";
import { chromeLauncher, puppeteerCore } from "@web/test-runner-chrome";
import { build as esbuild } from "esbuild";
import { chosenBrowsers, chromiumSwitches, firefoxPreferences } from "../../tools/browsers.mjs";
import { junitReporter } from "../../tools/junit.mjs";
import { webkitLauncher } from "../../tools/wtr-webkit.mjs";
import { answer } from "./router.mjs";

/** Nobody asks for the requests of a page; to report each of its modules takes Firefox a fifth of the whole time. */
const networkEnabled = false;

const launchers = {
  chromium: (executablePath) =>
    chromeLauncher({
      launchOptions: {
        executablePath,
        args: [
          ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
          ...chromiumSwitches,
          "--disable-background-networking",
          "--disable-component-update",
          "--disable-sync",
          "--no-first-run",
        ],
        networkEnabled,
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
        networkEnabled,
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
 * Serves the scripts of the pages bundled, with shared imports in chunks of their own: to load modules one by one, for
 * each test file and window, is an eighth of the processor time of all element tests.
 */
function bundles() {
  const root = fileURLToPath(new URL("../..", import.meta.url));
  const here = fileURLToPath(new URL(".", import.meta.url));
  const scripts = readdirSync(here).filter((name) => /^(?:[\w-]+\.test|shop-page)\.ts$/.test(name));
  /** The text of each file, by its address without its ending. @type {Map<string, string>} */
  const texts = new Map();
  return {
    name: "bundles",
    async serverStart() {
      const { outputFiles } = await esbuild({
        entryPoints: scripts.map((name) => here + name),
        bundle: true,
        splitting: true,
        write: false,
        outdir: here,
        format: "esm",
        target: "es2022",
        conditions: ["production"],
        // What the server itself answers.
        external: ["/__*"],
        sourcemap: "inline",
      });
      for (const { path, text } of outputFiles) texts.set(`/${relative(root, path).replace(/\.js$/, "")}`, text);
    },
    serve({ path }) {
      const text = texts.get(path.replace(/\.[jt]s$/, ""));
      return text === undefined ? undefined : { body: text, type: "js" };
    },
  };
}

export default {
  rootDir: fileURLToPath(new URL("../..", import.meta.url)),
  files: fileURLToPath(new URL("*.test.ts", import.meta.url)),
  nodeResolve: { exportConditions: ["production"] },
  middleware: [router],
  plugins: [bundles(), esbuildPlugin({ ts: true, target: "es2022" })],
  browsers: chosenBrowsers().map(({ name, path }) => launchers[name](path)),
  // Windows open and take the focus from each other, so one file at a time in each browser.
  concurrency: 1,
  concurrentBrowsers: 3,
  browserStartTimeout: 60_000,
  testsStartTimeout: 60_000,
  testsFinishTimeout: 600_000,
  testFramework: { config: { timeout: 60_000 } },
  reporters: [defaultReporter(), junitReporter()],
};
