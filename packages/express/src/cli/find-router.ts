import { isRoutersStatus, probe } from "./probe.ts";

/** The status of an attempt that no router knows: only a router says so in JSON. */
const isRouterAt = async (mount: string): Promise<boolean> =>
  isRoutersStatus(await probe(`${mount}/attempts/${crypto.randomUUID()}`));

/**
 * Looks for the router at other addresses than `publicUrl`: where a page of the shop loads its element from or posts to,
 * and at the same path below that of the page and without its first part.
 * @param publicUrl without a slash at its end
 * @param page the address of the page where buyers pay. Default: the shop's first page
 * @returns what `publicUrl` should be; `undefined` where there is no router
 */
export async function findRouter(publicUrl: string, page?: string): Promise<string | undefined> {
  const { origin, pathname } = new URL(publicUrl);
  const shown = await probe(page ?? `${origin}/`, { redirect: "follow" });
  const at = new URL(shown.failed === undefined && shown.url !== "" ? shown.url : (page ?? origin));
  const folders = at.pathname
    .split("/")
    .slice(0, -1)
    .map((_, i, parts) => parts.slice(0, i + 1).join("/"));
  const candidates = [
    ...mountsIn(shown.failed === undefined ? shown.text : "", at),
    ...folders.map((folder) => at.origin + folder + pathname),
    origin + pathname.replace(/^\/[^/]+/, ""),
    `${at.origin}/payments`,
  ].map((candidate) => candidate.replace(/\/+$/, ""));
  for (const candidate of new Set(candidates)) {
    if (candidate !== publicUrl && (await isRouterAt(candidate))) return candidate;
  }
  return undefined;
}

/** The mounts that a page names: of the element's script, of the tag, and of a form that launches. */
function mountsIn(text: string, page: URL): string[] {
  const named = [
    ...text.matchAll(/\bsrc="([^"]+)\/element(?:-[\w.-]+)?\.js"/g),
    ...text.matchAll(/<ventanilla-pay\b[^>]*\bendpoint="([^"]+)"/g),
    ...text.matchAll(/\baction="([^"]+)\/attempts"/g),
  ];
  return named.flatMap(([, address = ""]) => {
    if (!URL.canParse(address, page.href)) return [];
    const { origin, pathname } = new URL(address, page);
    return [origin + pathname];
  });
}
