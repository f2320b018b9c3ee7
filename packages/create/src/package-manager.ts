import { dirname, join, resolve } from "node:path";
import { isThere } from "./write-files.ts";

/** What installs the packages of a project. */
export type PackageManager = "npm" | "pnpm" | "yarn" | "bun";

const lockFiles: readonly [file: string, manager: PackageManager][] = [
  ["pnpm-lock.yaml", "pnpm"],
  ["yarn.lock", "yarn"],
  ["bun.lock", "bun"],
  ["bun.lockb", "bun"],
  ["package-lock.json", "npm"],
  ["npm-shrinkwrap.json", "npm"],
];

/** The one that a text such as `pnpm@10.1.0` or `pnpm/10.1.0 npm/?` begins with. */
const namedIn = (text: unknown): PackageManager | undefined =>
  /^(npm|pnpm|yarn|bun)(?=[/@])/.exec(String(text))?.[1] as PackageManager | undefined;

/** The one that runs this program; npm where nothing says it. */
export const runningManager = (): PackageManager => namedIn(process.env.npm_config_user_agent) ?? "npm";

/**
 * The one of an app: what `packageManager` of package.json says, else the nearest lock file, which may be that of a
 * repository around the app, else the one that runs this program.
 */
export function managerOf(folder: string, named: unknown): PackageManager {
  const said = namedIn(named);
  if (said !== undefined) return said;
  for (let at = resolve(folder); ; at = dirname(at)) {
    const [, found] = lockFiles.find(([file]) => isThere(join(at, file))) ?? [];
    if (found !== undefined) return found;
    if (isThere(join(at, ".git")) || dirname(at) === at) return runningManager();
  }
}

/** How each adds packages, and runs a program of an installed one. None of them looks for that in the registry. */
export const commandsOf: Record<PackageManager, { add: string; addDev: string; run: string }> = {
  npm: { add: "npm install", addDev: "npm install --save-dev", run: "npx" },
  pnpm: { add: "pnpm add", addDev: "pnpm add --save-dev", run: "pnpm" },
  yarn: { add: "yarn add", addDev: "yarn add --dev", run: "yarn run" },
  bun: { add: "bun add", addDev: "bun add --dev", run: "bun run" },
};
