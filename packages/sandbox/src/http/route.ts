import { decodeComponent } from "@ventanilla/web";
import type { HttpRequest } from "./request.ts";
import type { HttpResponse } from "./response.ts";

/** An entry of the route table. A path segment `:name` matches any one segment. GET also serves HEAD. */
export type Route = {
  method: "GET" | "POST" | "DELETE";
  path: string | RegExp;
  /** Not part of the bank's service: left out of the wire log. */
  quiet?: boolean;
  handle: (request: HttpRequest) => HttpResponse | Promise<HttpResponse>;
};

/** A route for a method and path, or the methods that the path has when this method is not among them. */
export type Match = { route?: Route; params: Readonly<Record<string, string>>; allowed: readonly string[] };

/** Finds the route of each request: the first whose method and path match. */
export class RouteTable {
  readonly #routes: readonly { route: Route; match: Matcher }[];

  constructor(routes: readonly Route[]) {
    this.#routes = routes.map((route) => ({ route, match: matcherOf(route.path) }));
  }

  find({ method, path }: Pick<HttpRequest, "method" | "path">): Match {
    const segments = path.split("/");
    const wanted = method === "HEAD" ? "GET" : method;
    const allowed: string[] = [];
    for (const { route, match } of this.#routes) {
      const params = match(path, segments);
      if (params === undefined) continue;
      if (route.method === wanted) return { route, params, allowed };
      allowed.push(route.method);
    }
    return { params: {}, allowed };
  }
}

type Matcher = (path: string, segments: readonly string[]) => Record<string, string> | undefined;

function matcherOf(path: Route["path"]): Matcher {
  if (path instanceof RegExp) return (called) => (path.test(called) ? {} : undefined);
  const route = path.split("/");
  return (_called, segments) => matchSegments(route, segments);
}

function matchSegments(route: readonly string[], path: readonly string[]): Record<string, string> | undefined {
  if (route.length !== path.length) return undefined;
  const params: Record<string, string> = {};
  for (const [i, segment] of route.entries()) {
    const found = path[i] ?? "";
    if (segment.startsWith(":")) {
      const value = decodeComponent(found);
      if (value === undefined) return undefined;
      params[segment.slice(1)] = value;
    } else if (segment !== found) return undefined;
  }
  return params;
}
