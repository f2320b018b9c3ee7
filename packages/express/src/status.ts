import type { IncomingMessage, ServerResponse } from "node:http";
import type { Settings } from "./settings.ts";
import type { Settler } from "./settle.ts";
import { isLaunchingBrowser } from "./web/browser.ts";
import { allowOrigin } from "./web/origins.ts";
import { privateHeaders } from "./web/page.ts";
import { statusAnswer } from "./web/status-answer.ts";
import { languageOf, texts } from "./web/texts.ts";

/**
 * `GET {mount}/attempts/{id}`: what the element polls. Reads the store; with `?ask=1` the bank is asked first, at most
 * once a second. Card, authorization and reference are for the browser that launched the attempt; pages on one of
 * `origins` may read the rest.
 */
export function makeStatus(
  settings: Settings,
  settler: Settler,
): (request: IncomingMessage, response: ServerResponse, id: string, query: URLSearchParams) => Promise<void> {
  return async function status(request, response, id, query) {
    const isAllowed = allowOrigin(request, response, settings);
    if (request.method === "OPTIONS") {
      response.writeHead(isAllowed ? 204 : 405, { Allow: "GET" }).end();
      return;
    }
    const language = languageOf(query.get("lang"));
    const found = await settings.store.findAttempt(id);
    if (!found) {
      const error = { code: "not_found", message: texts[language].refused.not_found.title };
      return sendJson(response, 404, { v: 1, error });
    }
    const attempt = query.get("ask") === "1" ? await settler.settle(found) : found;
    const answer = statusAnswer(attempt, language);
    if (attempt.facts.verdict && !(await isLaunchingBrowser(request, attempt, settings))) {
      for (const detail of ["maskedCard", "authorizationCode", "reference"]) delete answer[detail];
    }
    sendJson(response, 200, answer);
  };
}

const jsonHeaders = { ...privateHeaders, "Content-Type": "application/json; charset=utf-8" };

function sendJson(response: ServerResponse, status: number, value: unknown): void {
  const body = JSON.stringify(value);
  response.writeHead(status, { ...jsonHeaders, "Content-Length": Buffer.byteLength(body) });
  response.end(body);
}
