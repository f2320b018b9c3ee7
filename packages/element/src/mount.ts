let mount = "/payments";

/** Where the router is mounted unless the element says otherwise. */
export function defaultMount(): string {
  return mount;
}

/**
 * Takes the mount from the address of the single file where the router has served it: `{mount}/element.js`, or
 * `{mount}/element-{version}.js`. Under another name the file is a copy, and says nothing of the router.
 * @param file absolute address
 */
export function mountedBeside(file: string): void {
  const { origin: served, pathname } = new URL(file);
  const [, folder] = /^(.*)\/element(?:-\w+)?\.js$/.exec(pathname) ?? [];
  if (folder !== undefined) mount = (served === origin ? "" : served) + folder || "/";
}
