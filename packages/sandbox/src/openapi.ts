import type { Answer } from "./answer.ts";
import { openapiDocument } from "./openapi-document.ts";
import { toolAnswer } from "./panel/panel.ts";
import { referencePage } from "./reference.ts";
import type { Route } from "./server.ts";

/**
 * `GET /openapi.json`, both APIs as OpenAPI 3.1, and `GET /reference`, the same as a page to read. Made when asked for.
 */
export function openapiRoutes(): Route[] {
  let made: { file: Answer; page: Answer } | undefined;
  const documents = () => {
    made ??= makeDocuments();
    return made;
  };
  return [
    { method: "GET", path: "/openapi.json", quiet: true, handle: () => documents().file },
    { method: "GET", path: "/reference", quiet: true, handle: () => documents().page },
  ];
}

function makeDocuments(): { file: Answer; page: Answer } {
  const document = openapiDocument();
  const file: Answer = {
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
  return { file, page: toolAnswer(referencePage(document)) };
}
