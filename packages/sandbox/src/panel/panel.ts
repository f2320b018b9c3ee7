import type { Html } from "@ventanilla/web";
import type { HttpResponse } from "../http/response.ts";
import type { Route } from "../http/route.ts";
import { assetRoute } from "../page/assets.ts";
import { chosenLanguage, preferredLanguage } from "../page/language.ts";
import { panelShell } from "./shell.ts";

/** The panel's styles, in the order in which they apply. */
const styles = ["panel", "desk", "sheets", "payments", "wire", "faults", "tools", "board"].map((name) => `${name}.css`);
const files = [
  ...styles,
  "reference.css",
  "reference-fields.css",
  "panel.js",
  "memory.js",
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
      handle: (request) =>
        toolResponse(panelShell(chosenLanguage(request) ?? preferredLanguage(request.acceptLanguage), styles)),
    },
    ...files.map((name) => assetRoute(`panel/${name}`)),
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
