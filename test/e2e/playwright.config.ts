import { fileURLToPath } from "node:url";
import { defineConfig, type PlaywrightTestOptions, type PlaywrightWorkerOptions } from "@playwright/test";
import { chosenBrowsers, chromiumSwitches, firefoxPreferences } from "../../tools/browsers.mjs";
import { processes } from "../../tools/processes.mjs";
import { leftOut } from "./quarter.ts";
import { patience } from "./window.ts";

type Use = Partial<PlaywrightTestOptions & PlaywrightWorkerOptions>;

interface Engine {
  name: string;
  use(executablePath: string): Use;
}

const engines: Record<string, Engine> = {
  chromium: {
    name: "Chromium",
    use: (executablePath) => ({
      browserName: "chromium",
      // Chromium's sandbox does not run as root.
      launchOptions: {
        executablePath,
        chromiumSandbox: process.getuid?.() !== 0,
        // Nobody watches: what turns while it waits stands still, as in `firefoxPreferences`.
        args: [...chromiumSwitches, "--force-prefers-reduced-motion"],
      },
    }),
  },
  // A stock Firefox over WebDriver BiDi, instead of Playwright's own build.
  firefox: {
    name: "Firefox",
    use: (executablePath) => ({
      browserName: "firefox",
      channel: "moz-firefox",
      // Playwright sends input to the top page, and Firefox does not pass it on to a frame in another process.
      launchOptions: {
        executablePath,
        firefoxUserPrefs: { ...firefoxPreferences, "fission.webContentIsolationStrategy": 0 },
      },
    }),
  },
};

/** What axe and the boxes show is the same in every engine. */
export const alike = ["accessibility.spec.ts", "boxes*.spec.ts"];

/**
 * What asks nothing of an engine that no other test asks of it: pages without a window, a frame or another origin,
 * goldens, which are Chromium's, and what bank, router and links do with a payment; and tests with the tag of that
 * name. `npm test` plays them in the first engine, `npm run long engines` in all.
 */
const engineFree = [
  "*looks",
  "counter",
  "devices",
  "examples",
  "find",
  "links",
  "links-receipt",
  "links-signed",
  "links-staff",
  "panel",
  "playground",
  "returns",
  "shop",
  "shop-payments",
  "staff",
  "third-language",
].map((name) => `${name}.spec.ts`);

/**
 * What every engine plays. `npm test` plays all of it in the first one, and a quarter in the others, which take about as long.
 */
const inEngines = [
  "frames",
  "complaints",
  "payments",
  "faults",
  "layout",
  "routes",
  "origins",
  "policy",
  "page-programs",
].map((name) => `${name}.spec.ts`);

/** For who develops, which no buyer and no staff sees: `npm test` plays one of these. */
const forDevelopers = ["boxes-check.spec.ts", "panel.spec.ts", "accessibility.spec.ts", "playground.spec.ts"];

const fromRoot = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));

const browsers = chosenBrowsers().filter(({ name }) => name in engines);

export default defineConfig({
  testDir: ".",
  testMatch: "*.spec.ts",
  testIgnore: leftOut(forDevelopers),
  outputDir: fromRoot("test-results"),
  globalSetup: fileURLToPath(new URL("global-setup.ts", import.meta.url)),
  // Node removes the types itself, in place: positions need no source map.
  build: { external: ["**/*"] },
  fullyParallel: true,
  workers: processes,
  timeout: 120_000,
  expect: { timeout: patience },
  globalTimeout: 20 * 60_000,
  forbidOnly: true,
  reporter: process.env.PLAYWRIGHT_JUNIT_OUTPUT_FILE ? [["list"], ["junit"]] : "list",
  use: { trace: process.env.TRACE ? "on" : "off", screenshot: "only-on-failure" },
  // The first engine last: it gets the workers that the others leave, and all of them when those have ended.
  projects: browsers
    .flatMap(({ name, path }, i) => {
      const engine = engines[name];
      if (!engine) return [];
      const others = {
        testIgnore: [...alike, ...engineFree, ...leftOut(inEngines)],
        grepInvert: /@engine-free/,
        // To start a browser takes as long as a few of its tests.
        workers: 1,
      };
      return [{ name: engine.name, use: engine.use(path), ...(i > 0 && others) }];
    })
    .toReversed(),
});
