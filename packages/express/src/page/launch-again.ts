import type { IncomingMessage, ServerResponse } from "node:http";
import { isSameOrigin, privateHeaders, removeShopHeaders } from "@ventanilla/web";
import { sendJson } from "../http/json.ts";
import { sendFramePage } from "./hand-off-page.ts";
import { type LaunchPage, launchPageOf } from "./launch-page.ts";
import type { PageSettings } from "./page.ts";

/** What of a launch its address may say: not the shop's own fields, which may be secret. */
const fields = ["order", "attempt", "lang", "returnTo", "origin"] as const;

/**
 * Sends a program that has sent a launch to the page of {@link sendLaunchAgain}: by a redirect or, where it reads JSON,
 * by one in the words of SvelteKit's actions.
 */
export function redirectLaunch(
  response: ServerResponse,
  { mount }: PageSettings,
  { fields: sent }: LaunchPage,
  reads: "json" | "address",
): void {
  const query = new URLSearchParams();
  for (const name of fields) if (sent[name]) query.set(name, sent[name]);
  const location = `${mount}/attempts?${query.toString()}`;
  if (reads === "json") {
    sendJson(response, 200, { type: "redirect", status: 303, location });
  } else {
    removeShopHeaders(response);
    response.writeHead(303, { ...privateHeaders, Location: location });
    response.end();
  }
}

/** Whether a page of the router's origin asks for the page of {@link sendLaunchAgain}. */
export function isLaunchAgain(request: IncomingMessage, query: URLSearchParams, { origin }: PageSettings): boolean {
  return request.method === "GET" && query.has("order") && isSameOrigin(request, origin);
}

/** Sends the page that begins the launch with a click, in the whole window. */
export async function sendLaunchAgain(
  request: IncomingMessage,
  response: ServerResponse,
  settings: PageSettings,
  query: URLSearchParams,
): Promise<void> {
  sendFramePage(response, settings, launchPageOf(new Map(query), request, settings));
}
