import { chmodSync, mkdtempSync, readFileSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";

const memory = "/dev/shm";
/** So much must be free there, in bytes, and twice as much in all: a whole run keeps less than half of it. */
const enough = 4 * 2 ** 30;

/** Whether files of tests can be kept in memory here, and programs among them be started. */
function hasRoomInMemory() {
  try {
    const mount = readFileSync("/proc/mounts", "utf8")
      .split("\n")
      .find((line) => line.split(" ")[1] === memory);
    const { bavail, bsize } = statfsSync(memory);
    const isStarted = mount !== undefined && !/\bnoexec\b/.test(mount);
    return isStarted && bavail * bsize > enough && process.availableMemory() > 2 * enough;
  } catch {
    return false;
  }
}

/**
 * Makes a folder for all files of a run, which goes with it: in memory where there is room, because most of what the system
 * does for tests is to write files to a disk that nobody keeps. Every user may enter it: as root, PostgreSQL runs as another.
 */
export function makeScratch() {
  const folder = mkdtempSync(join(hasRoomInMemory() ? memory : tmpdir(), "ventanilla-test-"));
  chmodSync(folder, 0o711);
  return folder;
}
