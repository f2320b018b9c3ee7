// What an installation lacks: compares the lock file with npm's own record of what it has installed. `npm start` needs
// the packages that are not for development only. Runs on Node 20 and imports no package.

/** npm's record of what is in `node_modules`, from the root of the project. */
export const recordFile = "node_modules/.package-lock.json";

/**
 * @typedef {{ version?: string, link?: boolean, dev?: boolean, optional?: boolean }} Entry
 * @typedef {Record<string, Entry>} Packages the `packages` of a lock file, by folder
 */

/**
 * The packages of the lock file that have to be there. Whether an optional one is, depends on the machine.
 * @param {Packages} locked
 * @param {boolean} tools whether also those that only development and tests need
 */
function needed(locked, tools) {
  return Object.entries(locked).filter(
    ([path, { link, dev, optional }]) => path.includes("node_modules/") && !link && !optional && (tools || !dev),
  );
}

/**
 * What to tell the user and npm, or undefined when everything is there. Nothing that was installed is taken away.
 * @param {Packages} locked the lock file's
 * @param {Packages | undefined} installed those of npm's record; undefined when there is none
 * @param {{ tools: boolean, lacking?: string }} need with `tools`, what only development and tests need. `lacking`: a
 *   further package that is not there, by its folder
 * @returns {{ why: string, npm: string[] } | undefined}
 */
export function installation(locked, installed, { tools, lacking }) {
  const options = (all) => ["--loglevel=error", all ? "--include=dev" : "--omit=dev", "--include=optional"];
  if (installed === undefined) {
    return {
      why: "The dependencies are not installed yet; installing them (up to a minute).",
      npm: ["ci", ...options(tools)],
    };
  }
  const all = tools || Object.values(installed).some(({ dev }) => dev);
  // Not `ci`, which would first remove all packages: a shop may be running.
  const npm = ["install", "--no-save", ...options(all)];
  const absent = needed(locked, all).filter(([path, { version }]) => installed[path]?.version !== version);
  if (absent.length > 0) {
    const onlyTools = absent.every(([path, { dev }]) => dev && installed[path] === undefined);
    const why = onlyTools
      ? "What only tests and tools need is not installed yet; adding it (up to a minute)."
      : "package-lock.json has changed since the last install; installing again.";
    return { why, npm };
  }
  if (lacking === undefined) return undefined;
  return { why: `${lacking} is missing (installed with --omit=optional?); installing again with it.`, npm };
}
