import { spawnSync } from "node:child_process";
import process from "node:process";
import { fileURLToPath } from "node:url";

const condition = "@ventanilla/source";

/**
 * Runs a tool again in a process that resolves our packages to their sources, unless this process already does. This
 * process then ends with the same status. The tool imports our packages after this call, with `import()`.
 * @param {string} tool its `import.meta.url`
 */
export function runOnSources(tool) {
  if (process.execArgv.some((option) => option.includes(condition))) return;
  const again = [`--conditions=${condition}`, fileURLToPath(tool), ...process.argv.slice(2)];
  process.exit(spawnSync(process.execPath, again, { stdio: "inherit" }).status ?? 1);
}
