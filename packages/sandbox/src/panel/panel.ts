import { readFileSync } from "node:fs";
import type { Html } from "@ventanilla/web";
import type { HttpResponse } from "../http-response.ts";
import { preferredLanguage } from "../page/notice-page.ts";
import type { Route } from "../route.ts";
import { panelShell } from "./shell.ts";

/** The panel's styles, in the order in which they apply. */
const styles = ["panel", "desk", "sheets", "payments", "wire", "faults", "tools", "board"].map((name) => `${name}.css`);
const files = [
  ...styles,
  "reference.css",
  "reference-fields.css",
  "panel.js",
  "words.js",
  "money.js",
  "dom.js",
  "bank.js",
  "payments.js",
  "payment-row.js",
  "wire.js",
  "clock.js",
  "faults.js",
  "tools.js",
];

/**
 * The control panel: `GET /` and its assets. A shell in Spanish or English (`?lang=`, else what the browser prefers)
 * whose script reads the control API of the same origin.
 */
export function panelRoutes(): Route[] {
  return [
    {
      method: "GET",
      path: "/",
      quiet: true,
      handle: ({ query, acceptLanguage }) => {
        const chosen = query.get("lang");
        return toolResponse(
          panelShell(chosen === "es" || chosen === "en" ? chosen : preferredLanguage(acceptLanguage), styles),
        );
      },
    },
    ...files.map(assetRoute),
  ];
}

/**
 * A page made for the developer (panel, reference) as an answer: scripts, styles and requests of its own origin only,
 * never framed, never cached.
 */
export function toolResponse(content: Html): HttpResponse {
  return {
    status: 200,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy":
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
      "x-content-type-options": "nosniff",
      "referrer-policy": "no-referrer",
      "cache-control": "no-store",
    },
    body: String(content),
  };
}

function assetRoute(name: string): Route {
  const body = readFileSync(new URL(`../../assets/panel/${name}`, import.meta.url));
  const headers = {
    "content-type": `text/${name.endsWith(".css") ? "css" : "javascript"}; charset=utf-8`,
    "cache-control": "no-cache",
    "x-content-type-options": "nosniff",
  };
  return { method: "GET", path: `/assets/panel/${name}`, quiet: true, handle: () => ({ status: 200, headers, body }) };
}
