import { readFileSync } from "node:fs";
import { extname } from "node:path";
import { palette, parts } from "@ventanilla/web";
import type { Route } from "../http/route.ts";

const types: Readonly<Record<string, string>> = {
  ".css": "text/css; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".svg": "image/svg+xml",
};

const files = [
  "frame.css",
  "banner.css",
  "form.css",
  "choice.css",
  "page.js",
  "card-form.js",
  "return.js",
  "mark.svg",
  "guilloche.svg",
];

/** The payment page's style, scripts and drawings, and the icon that browsers look for beside a page that names none. */
export function assetRoutes(): Route[] {
  return [
    assetRoute("look.css", palette + parts),
    ...files.map((name) => assetRoute(name)),
    { ...assetRoute("mark.svg"), path: "/favicon.ico" },
  ];
}

const read = (name: string): Buffer =>
  readFileSync(new URL(`assets/${name}`, import.meta.resolve("@ventanilla/sandbox/package.json")));

/** `GET /assets/…`: by default a file of the package's `assets` folder, read once. */
export function assetRoute(name: string, body: Buffer | string = read(name)): Route {
  const headers = {
    "content-type": types[extname(name)] ?? "",
    "cache-control": "no-cache",
    "x-content-type-options": "nosniff",
  };
  return { method: "GET", path: `/assets/${name}`, handle: () => ({ status: 200, headers, body }) };
}
