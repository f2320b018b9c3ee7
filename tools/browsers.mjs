// Finds the browsers: by CHROME_PATH, FIREFOX_PATH and WEBKIT_PATH first, then in the usual folders. It imports no
// package, because setup.mjs runs it before the installation, on the machine's own Node.
import { accessSync, constants, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { delimiter, join } from "node:path";
import process from "node:process";

/** @typedef {"chromium" | "firefox" | "webkit"} Engine */

/** The engines the tests know, in the order they are tried; `webkit` is WebKitGTK's MiniBrowser. */
export const engines = /** @type {const} */ (["chromium", "firefox", "webkit"]);

const isExecutable = (path) => {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

const onPath = (name) => (process.env.PATH ?? "").split(delimiter).map((folder) => join(folder, name));

const windows = (tail) =>
  ["PROGRAMFILES", "PROGRAMFILES(X86)", "LOCALAPPDATA"]
    .filter((name) => process.env[name])
    .map((name) => join(process.env[name], tail));

// Playwright's own build, where `playwright install chromium` has put it.
const ofPlaywright = () => {
  try {
    return [createRequire(import.meta.url)("@playwright/test").chromium.executablePath()];
  } catch {
    return [];
  }
};

const miniBrowsers = () => {
  try {
    return readdirSync("/usr/lib").map((folder) => `/usr/lib/${folder}/webkit2gtk-4.1/MiniBrowser`);
  } catch {
    return [];
  }
};

// Ordered by what starts fastest: the headless shell is several times quicker than a full Chromium.
const places = {
  chromium: () => [
    ...["chromium-headless-shell", "google-chrome-stable", "google-chrome", "chromium", "chromium-browser"].flatMap(
      onPath,
    ),
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    ...windows("Google\\Chrome\\Application\\chrome.exe"),
  ],
  firefox: () => [
    ...["firefox-esr", "firefox"].flatMap(onPath),
    "/Applications/Firefox.app/Contents/MacOS/firefox",
    ...windows("Mozilla Firefox\\firefox.exe"),
  ],
  webkit: () => (["WebKitWebDriver", "Xvfb"].every((name) => onPath(name).some(isExecutable)) ? miniBrowsers() : []),
};

const variables = { chromium: "CHROME_PATH", firefox: "FIREFOX_PATH", webkit: "WEBKIT_PATH" };

/**
 * The executable of an engine, or undefined when this machine has none.
 * Throws when the engine's variable names something that cannot be run.
 * @param {Engine} engine
 * @returns {string | undefined}
 */
export function find(engine) {
  const set = process.env[variables[engine]];
  if (set) {
    if (!isExecutable(set)) throw new Error(`${variables[engine]} is ${set}, which is not an executable file`);
    return set;
  }
  // Playwright is slow to load, so it is asked last.
  return places[engine]().find(isExecutable) ?? (engine === "chromium" ? ofPlaywright().find(isExecutable) : undefined);
}

/**
 * The engines asked for: those of BROWSERS (a comma list), else all.
 * Throws when BROWSERS names an engine that does not exist.
 * @returns {Engine[]}
 */
export function wantedEngines() {
  const names = process.env.BROWSERS?.split(",").map((name) => name.trim()) ?? [...engines];
  const odd = names.find((name) => !engines.includes(name));
  if (odd !== undefined) throw new Error(`BROWSERS names ${odd}; it may name ${engines.join(", ")}`);
  return names;
}

/**
 * The browsers to test in: each engine of BROWSERS must be there, else all that are there.
 * @returns {{ name: Engine, path: string }[]}
 */
export function chosenBrowsers() {
  const found = wantedEngines().map((name) => ({ name, path: find(name) }));
  const absent = process.env.BROWSERS && found.find(({ path }) => path === undefined);
  if (absent) throw new Error(`no ${absent.name} here: run \`npm run setup\` or set ${variables[absent.name]}`);
  return found.filter(({ path }) => path !== undefined);
}

/** Switches of a Chromium with few processes. */
export const chromiumSwitches = [
  // Sites stay apart, but a test finds the process of its site running.
  "--process-per-site",
  // What paints and what loads are threads of the browser, not processes to talk to. The second name is Playwright's own.
  "--in-process-gpu",
  "--enable-features=NetworkServiceInProcess2,CDPScreenshotNewSurface",
];

/**
 * Preferences of a Firefox that does only what the tests' pages ask for: each line saves work in every window or page.
 */
export const firefoxPreferences = {
  // The profile is gone after the run: what pages fetched stays in memory.
  "browser.cache.disk.enable": false,
  "browser.ml.enable": false,
  "browser.sessionstore.interval": 3_600_000,
  "browser.translations.enable": false,
  // A process starts when a page needs one, and stays for the next.
  "dom.ipc.keepProcessesAlive.web": 2,
  "dom.ipc.processCount": 2,
  "dom.ipc.processPrelaunch.enabled": false,
  // Only extensions of the profile, which has none: Firefox's own extensions inspect each page.
  "extensions.enabledScopes": 1,
  "extensions.formautofill.addresses.enabled": false,
  "extensions.formautofill.creditCards.enabled": false,
  "identity.fxaccounts.enabled": false,
  // A browser runs for minutes only: garbage collection takes a third of the time of its main process.
  "javascript.options.gc_delay": 600_000,
  "javascript.options.gc_delay.first": 600_000,
  "javascript.options.mem.gc_allocation_threshold_mb": 1000,
  "javascript.options.mem.gc_low_frequency_heap_growth": 1000,
  "javascript.options.mem.gc_malloc_threshold_base_mb": 1000,
  // Nobody watches: a third of the frames is enough, and animations are off (`prefersReducedMotion`).
  "layout.frame_rate": 20,
  "places.history.enabled": false,
  "reader.parse-on-load.enabled": false,
  "remote.log.level": "Fatal",
  "sidebar.revamp": false,
  "ui.prefersReducedMotion": 1,
};
