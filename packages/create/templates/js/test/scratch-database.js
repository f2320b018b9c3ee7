import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

// An empty database for one test.
export async function scratchDatabase() {
  const folder = await mkdtemp(join(tmpdir(), "shop-"));
  return {
    url: join(folder, "shop.db"),
    remove: () => rm(folder, { recursive: true }),
  };
}
