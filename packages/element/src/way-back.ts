import { warn } from "./warn.ts";

const key = "ventanilla:way";

/** From where this tab went to the bank, and where its router is. */
interface Way {
  mount: string;
  back: string;
}

/**
 * Whether a page is at an address of the router's that buyers come to from the bank. No page of the router's has this
 * script: where it runs, or where the router's own does not, a service worker has answered with the shop's page.
 */
export function isAtRouter({ origin, pathname }: Location, mount: string): boolean {
  const { href } = new URL(mount, document.baseURI);
  const address = origin + pathname;
  return address.startsWith(href) && /^\/(relay|return|cancel)\/./.test(address.slice(href.length));
}

/** Says what to do. */
export function warnOfWorker({ pathname }: Location): void {
  warn(`a service worker must not answer ${pathname}: see its deny list`);
}

/** This tab goes to the bank: keeps the way back. */
export function keepWay(way: Way): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(way));
  } catch {
    // Storage is refused: the way back is the router's alone.
  }
}

/** Where this page has been shown in the place of the router's, goes back to where the tab came from. */
export function leadBack(): void {
  try {
    const { mount, back } = JSON.parse(sessionStorage.getItem(key) ?? "") as Way;
    sessionStorage.removeItem(key);
    if (!isAtRouter(location, mount)) return;
    warnOfWorker(location);
    location.replace(back);
  } catch {
    // Not from the bank, on a server, or storage is refused.
  }
}
