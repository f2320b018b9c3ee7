import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after } from "node:test";

/**
 * A new folder, which is removed with all that is in it when the tests of the file, or the test that asks for it, end.
 * @param name a part of its name, which says whose it is
 */
export function temporaryFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `ventanilla-${name}-`));
  after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
