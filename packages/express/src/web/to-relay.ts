import type { ServerResponse } from "node:http";
import type { Attempt } from "../attempt/attempt.ts";
import type { Settings } from "../settings.ts";
import { privateHeaders, removeShopHeaders } from "./page.ts";

/** Answers 303 to the attempt's relay page. */
export function sendToRelay(
  response: ServerResponse,
  { mount }: Pick<Settings, "mount">,
  { id }: Pick<Attempt, "id">,
): void {
  removeShopHeaders(response);
  response.writeHead(303, { ...privateHeaders, Location: `${mount}/relay/${id}` }).end();
}
