import { originOf } from "./bank-page.ts";

let mount = "/payments";

/** Where the router is mounted unless the element says otherwise. */
export function defaultMount(): string {
  return mount;
}

/**
 * Takes the mount from the address of the single file when the router has served it: `{mount}/element.js`, or
 * `{mount}/element-{version}.js`, whose version has 16 digits. Under another name, or not from a server, the file is a
 * copy, and says nothing about the router. Slashes at the beginning count as one: two would begin another host.
 * @param file absolute address
 */
export function takeMountFrom(file: string): void {
  const { protocol, origin, pathname } = new URL(file);
  const [, folder] = /^(.*)\/element(?:-[\da-f]{16})?\.js$/.exec(pathname.replace(/^\/+/, "/")) ?? [];
  if (folder === undefined || !/^https?:$/.test(protocol)) return;
  // What has no origin is under the page's base address, which may be elsewhere.
  mount = (origin === originOf("") ? "" : origin) + folder || "/";
}
