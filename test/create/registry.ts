import { createHash } from "node:crypto";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { basename } from "node:path";
import { manifestIn, type Packed } from "../packed/pack.ts";

/** A registry that has our packages as they would be published, and no other. */
export interface Registry {
  /** For npm: where packages of our scope come from. Everything else comes from where it always does. */
  env: Record<string, string>;
  close(): void;
}

/** Starts a registry with packed packages, on the loopback. */
export async function openRegistry(packed: readonly Packed[]): Promise<Registry> {
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? "/", url).pathname).slice(1);
    const file = packed.find(({ tarball }) => basename(tarball) === path);
    const found = packed.find(({ folder }) => manifestIn(folder).name === path);
    if (file) response.end(readFileSync(file.tarball));
    else if (found) response.setHeader("Content-Type", "application/json").end(JSON.stringify(documentOf(found, url)));
    else response.writeHead(404).end("{}");
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    env: { "npm_config_@ventanilla:registry": url, npm_config_audit: "false", npm_config_fund: "false" },
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** What a registry says about a package. */
function documentOf({ folder, tarball }: Packed, url: string) {
  const manifest = manifestIn(folder);
  const { name, version } = manifest;
  const integrity = `sha512-${createHash("sha512").update(readFileSync(tarball)).digest("base64")}`;
  const dist = { tarball: `${url}/${basename(tarball)}`, integrity };
  return { name, "dist-tags": { latest: version }, versions: { [version]: { ...manifest, dist } } };
}
