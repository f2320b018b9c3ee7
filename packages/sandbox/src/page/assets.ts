import { readFileSync } from "node:fs";
import type { Route } from "../route.ts";

const types = {
  "frame.css": "text/css; charset=utf-8",
  "counter.css": "text/css; charset=utf-8",
  "form.css": "text/css; charset=utf-8",
  "choice.css": "text/css; charset=utf-8",
  "page.js": "text/javascript; charset=utf-8",
  "card-form.js": "text/javascript; charset=utf-8",
  "return.js": "text/javascript; charset=utf-8",
  "mark.svg": "image/svg+xml",
  "guilloche.svg": "image/svg+xml",
};

/** `GET /assets/…`: the page's style, scripts and drawings, read once from the package's `assets` folder. */
export function assetRoutes(): Route[] {
  return Object.entries(types).map(([name, type]) => {
    const body = readFileSync(new URL(`../../assets/${name}`, import.meta.url));
    const headers = { "content-type": type, "cache-control": "no-cache", "x-content-type-options": "nosniff" };
    return { method: "GET", path: `/assets/${name}`, handle: () => ({ status: 200, headers, body }) };
  });
}
