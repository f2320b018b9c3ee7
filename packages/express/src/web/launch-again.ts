import type { IncomingMessage, ServerResponse } from "node:http";
import type { Settings } from "../settings.ts";
import { sendFramePage } from "./hand-off-page.ts";
import { type LaunchPage, launchPageOf } from "./launch-page.ts";
import { isSameOrigin } from "./origins.ts";

/** What of a launch its address may say: not the shop's own fields, which may be secret. */
const fields = ["order", "attempt", "lang", "returnTo", "origin"] as const;

/**
 * What a program gets that has sent a launch and reads JSON: where the page goes on, in the words of SvelteKit's actions.
 */
export function launchAgain({ mount }: Settings, { fields: sent }: LaunchPage): Record<string, unknown> {
  const query = new URLSearchParams();
  for (const name of fields) if (sent[name]) query.set(name, sent[name]);
  return { type: "redirect", status: 303, location: `${mount}/attempts?${query.toString()}` };
}

/** Whether a page of the router's origin asks for the page of {@link sendLaunchAgain}. */
export function isLaunchAgain(request: IncomingMessage, query: URLSearchParams, { origin }: Settings): boolean {
  return request.method === "GET" && query.has("order") && isSameOrigin(request, origin);
}

/** Sends the page that begins the launch with a click, in the whole window. */
export async function sendLaunchAgain(
  request: IncomingMessage,
  response: ServerResponse,
  settings: Settings,
  query: URLSearchParams,
): Promise<void> {
  sendFramePage(response, settings, launchPageOf(new Map(query), request, settings));
}
