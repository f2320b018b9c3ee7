// The Node of the lock file: where npm puts its binary, and the name under which every script and tool finds it. npm
// puts node_modules/.bin in front of a script's path; npm 11 links the binary there itself, npm 10 links neither of two
// packages that bring the same name. Runs on Node 20 with nothing installed.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, realpathSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import process from "node:process";

/**
 * The package that brings Node for a machine; undefined where the lock file has none, and the machine's own runs all.
 * @param {string} platform
 * @param {string} arch
 * @returns {string | undefined}
 */
export function nodePackage(platform = process.platform, arch = process.arch) {
  return platform === "linux" && ["x64", "arm64"].includes(arch) ? `node-linux-${arch}` : undefined;
}

/**
 * Makes `node_modules/.bin/node` lead to the installed binary, whatever was there before; where that binary does not
 * run, as without glibc, it takes the name away. Throws what the file system says when it cannot.
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
  // Renamed into place: another start may be doing the same.
  const made = `${link}-${process.pid}`;
  symlinkSync(relative(dirname(link), binary), made);
  renameSync(made, link);
  return true;
}
