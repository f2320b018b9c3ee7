// Links the lock file's Node as `node`, so that every script and tool finds it: npm puts node_modules/.bin first in a
// script's PATH. npm 11 links the binary itself; npm 10 does not when two packages have a binary of the same name. Runs
// on Node 20 and imports no package.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, realpathSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import process from "node:process";

/**
 * The package with Node for a machine. Undefined where the lock file has none: the machine's own Node then runs all.
 * @param {string} platform
 * @param {string} arch
 * @returns {string | undefined}
 */
export function nodePackage(platform = process.platform, arch = process.arch) {
  return platform === "linux" && ["x64", "arm64"].includes(arch) ? `node-linux-${arch}` : undefined;
}

/**
 * Links `node_modules/.bin/node` to the installed binary, whatever was there before. Where that binary does not run,
 * for example without glibc, it removes the link. Throws the file system's errors.
 * @param {string} root the folder that holds node_modules
 * @returns {boolean} whether scripts run on the lock file's Node
 */
export function linkNode(root, name = nodePackage()) {
  const link = join(root, "node_modules", ".bin", "node");
  const binary = name && join(root, "node_modules", name, "bin", "node");
  if (!binary || spawnSync(binary, ["--version"]).status !== 0) {
    if (name) rmSync(link, { force: true });
    return false;
  }
  if (existsSync(link) && realpathSync(link) === realpathSync(binary)) return true;
  mkdirSync(dirname(link), { recursive: true });
  // A rename, because another process may be doing the same.
  const made = `${link}-${process.pid}`;
  symlinkSync(relative(dirname(link), binary), made);
  renameSync(made, link);
  return true;
}
