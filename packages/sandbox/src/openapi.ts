import type { HttpResponse } from "./http-response.ts";
import { openapiDocument } from "./openapi-document.ts";
import { toolResponse } from "./panel/panel.ts";
import { referencePage } from "./reference.ts";
import type { Route } from "./route.ts";

/**
 * `GET /openapi.json`, both APIs as OpenAPI 3.1, and `GET /reference`, the same as a page. Both are
 * made at the first request.
 */
export function openapiRoutes(): Route[] {
  let made: { file: HttpResponse; page: HttpResponse } | undefined;
  const documents = () => {
    made ??= makeDocuments();
    return made;
  };
  return [
    { method: "GET", path: "/openapi.json", quiet: true, handle: () => documents().file },
    { method: "GET", path: "/reference", quiet: true, handle: () => documents().page },
  ];
}

function makeDocuments(): { file: HttpResponse; page: HttpResponse } {
  const document = openapiDocument();
  const file: HttpResponse = {
    status: 200,
    headers: {
      "content-type": "application/json",
      "cache-control": "no-cache",
      "x-content-type-options": "nosniff",
      // Nothing secret: editors and generators on other origins may read it.
      "access-control-allow-origin": "*",
    },
    body: `${JSON.stringify(document, null, 2)}\n`,
  };
  return { file, page: toolResponse(referencePage(document)) };
}
