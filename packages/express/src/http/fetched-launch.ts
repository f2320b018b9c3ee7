import type { IncomingMessage } from "node:http";

/** What takes a page's forms over, by a header of its requests, and the attribute that leaves a form to the browser. */
const takers: readonly [name: string, header: string, optOut: string][] = [
  ["Turbo", "x-turbo-request-id", 'data-turbo="false"'],
  ["htmx", "hx-request", 'hx-boost="false"'],
  ["Unpoly", "x-up-version", 'up-submit="false"'],
  ["SvelteKit", "x-sveltekit-action", "no use:enhance"],
  ["Livewire", "x-livewire", "no wire:submit"],
];
/** It names itself where jQuery says `XMLHttpRequest`, and an Android app its own name. */
const swup: (typeof takers)[number] = ["swup", "x-requested-with", "data-no-swup"];

/**
 * Whether a script has sent the launch, so that no answer can bring the buyer to another site's page: browsers say so in
 * `Sec-Fetch-Dest`, libraries in headers of their own.
 * @returns what has sent it, as far as its headers tell, how the form is left to the browser, with which status it shows
 * the page that it is answered with, and what it goes on with: the page, JSON, or the address of the answer, which it
 * loads in place of a page that is not the shop's. `undefined` for a navigation, and for other programs
 */
export function fetchedLaunchOf({ headers }: IncomingMessage) {
  const { accept = "" } = headers;
  const isSwup = headers["x-requested-with"] === "swup";
  const taker = isSwup ? swup : takers.find(([, header]) => headers[header] !== undefined);
  const isTurbo = taker?.[0] === "Turbo" || accept.includes("text/vnd.turbo-stream.html");
  const isScript = headers["sec-fetch-dest"] === "empty" || headers["x-requested-with"] === "XMLHttpRequest";
  if (taker === undefined && !isTurbo && !isScript) return undefined;
  const [by, , optOut] = taker ?? (isTurbo ? takers[0] : undefined) ?? ["a script", "", "a plain form"];
  const readsJson = /\bjson\b/.test(accept) && !/\bhtml\b/.test(accept);
  const reads = readsJson ? "json" : isSwup ? "address" : "page";
  // Turbo shows no answer to a form whose status says that all is well.
  return { by, optOut, status: isTurbo ? 422 : 200, reads } as const;
}
