import type { Language } from "./hosted/purchase.ts";
import type { HttpRequest } from "./http/request.ts";
import type { HttpResponse } from "./http/response.ts";
import type { Route } from "./http/route.ts";
import { openapiDocument } from "./openapi/document.ts";
import { chosenLanguage, preferredLanguage } from "./page/language.ts";
import { toolResponse } from "./panel/panel.ts";
import { referencePage } from "./reference/reference-page.ts";

/**
 * `GET /openapi.json`, both APIs as OpenAPI 3.1, and `GET /reference`, the same as a page in Spanish or English
 * (`?lang=`, else what the browser prefers). Each is made at its first request.
 */
export function openapiRoutes(): Route[] {
  const made = new Map<"file" | Language, HttpResponse>();
  const reference = async (request: HttpRequest): Promise<HttpResponse> => {
    const language = chosenLanguage(request) ?? preferredLanguage(request.acceptLanguage);
    const page = made.get(language) ?? (await makeReference(language));
    made.set(language, page);
    return page;
  };
  const file = (): HttpResponse => {
    const answer = made.get("file") ?? makeFile();
    made.set("file", answer);
    return answer;
  };
  return [
    { method: "GET", path: "/openapi.json", handle: file },
    { method: "GET", path: "/reference", handle: reference },
  ];
}

async function makeReference(language: Language): Promise<HttpResponse> {
  // Loaded when somebody reads the page: a sandbox that only serves tests never needs it.
  const { spanish } = language === "es" ? await import("./reference/spanish.ts") : { spanish: undefined };
  return toolResponse(referencePage(openapiDocument(), language, (english) => spanish?.[english] ?? english));
}

function makeFile(): HttpResponse {
  return {
    status: 200,
    headers: {
      "content-type": "application/json",
      "cache-control": "no-cache",
      "x-content-type-options": "nosniff",
      // It has no secrets: editors and generators on other origins may read it.
      "access-control-allow-origin": "*",
    },
    body: `${JSON.stringify(openapiDocument(), null, 2)}\n`,
  };
}
