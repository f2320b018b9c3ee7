import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import express, { type Express, type Request } from "express";

const require = createRequire(import.meta.url);

const guide = readFileSync(new URL("../../docs/guide/element.md", import.meta.url), "utf8");
/** The tag with the form inside it, as the documents show it. */
const [, markup = ""] = /```html translated\n(<ventanilla-pay order="A-1001">.*?)```/s.exec(guide) ?? [];
/** The attributes that leave the form to the browser. */
const optOuts = /(?: data-turbo| hx-boost| up-submit|\s+data-astro-reload| data-sveltekit-reload)(?:="false")?/g;

/** The order that a page is asked for: tests write plain words only. */
const orderIn = ({ order }: Request["query"]): string => (typeof order === "string" ? order : "");

/** Libraries that take a page's forms over, each switched on for all of them. */
const takers: Record<string, { file: string; body?: string; switchOn?: string }> = {
  turbo: { file: require.resolve("@hotwired/turbo/dist/turbo.es2017-umd.js") },
  htmx: { file: require.resolve("htmx.org/dist/htmx.js"), body: 'hx-boost:inherited="true"' },
  unpoly: { file: require.resolve("unpoly/unpoly.js"), switchOn: "up.form.config.submitSelectors.push('form');" },
};

/** Libraries that make a page what the server says that it is, and leave its nodes in place. */
const morphers: Record<string, { file: string; morph: string }> = {
  idiomorph: { file: require.resolve("idiomorph/dist/idiomorph.js"), morph: "Idiomorph.morph(document.body, fresh)" },
  morphdom: { file: require.resolve("morphdom/dist/morphdom-umd.js"), morph: "morphdom(document.body, fresh)" },
};

/** A service worker that answers every navigation with the shop's page, and knows of no router. */
const worker = `
addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil(clients.claim()));
addEventListener("fetch", (event) => {
  if (event.request.mode === "navigate" && event.request.method === "GET") event.respondWith(fetch("/"));
});`;

const element = '<script type="module" src="/payments/element.js"></script>';

const listening = `
for (const name of ["open", "closed", "approved", "declined", "failed", "settled"]) {
  addEventListener("pay-" + name, () => (document.title += " " + name));
}`;

const documentOf = (body: string, head = "", attributes = ""): string => `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Shop</title><link rel="icon" href="data:,">
<script src="/listening.js"></script>${head}
<body ${attributes}><main>${body}</main></body></html>`;

/**
 * Pages of shops with a program of their own beside the tag: `/taker/turbo?order=S-1` with the documents' form alone, its
 * script has not come; `&without` leaves the opt-outs out; `/morpher/idiomorph?order=S-1`; `/` is an app in one page that
 * a service worker answers with; `/isolated?order=S-1`.
 */
export function programPages(): Express {
  const app = express();
  app.get("/taker/:name", ({ params, query }, response) => {
    const { body, switchOn = "" } = takers[params.name] ?? {};
    const form = markup.replaceAll("A-1001", orderIn(query)).replace("/checkout", "/back");
    const script = `<script src="/file/${params.name}"></script><script>${switchOn}</script>`;
    response.send(documentOf("without" in query ? form.replace(optOuts, "") : form, script, body));
  });
  app.get("/back", (_request, response) => void response.send(documentOf("<h1>Back at the shop</h1>")));
  app.get("/morpher/:name", ({ params, query }, response) => {
    const { morph = "" } = morphers[params.name] ?? {};
    const script = `<script src="/file/${params.name}"></script><script>
      addEventListener("morph", async () => {
        const text = await (await fetch(location.href)).text();
        const fresh = new DOMParser().parseFromString(text, "text/html").body;
        ${morph};
        document.querySelector("h1").append(" morphed");
      });</script>`;
    const tag = `<ventanilla-pay order="${orderIn(query)}" mode="popup"></ventanilla-pay>`;
    response.send(documentOf(`<h1>Order</h1><p>${Date.now()}</p>${tag}`, element + script));
  });
  app.get("/", (_request, response) => void response.send(documentOf("", `<script src="/app.js"></script>${element}`)));
  app.get("/isolated", ({ query }, response) => {
    response.set({ "Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Embedder-Policy": "require-corp" });
    const tag = `<ventanilla-pay order="${orderIn(query)}" mode="modal"></ventanilla-pay>`;
    response.send(documentOf(tag, element));
  });
  const scripts: Record<string, string> = {
    "/listening.js": listening,
    "/worker.js": worker,
    // What an app's own router does: it shows its checkout at that address, and something else at others.
    "/app.js": `
      navigator.serviceWorker.register("/worker.js");
      addEventListener("DOMContentLoaded", () => {
        const query = new URLSearchParams(location.search);
        const main = document.querySelector("main");
        if (location.pathname !== "/" || !query.has("order")) return main.append("Start page");
        const pay = document.createElement("ventanilla-pay");
        pay.setAttribute("order", query.get("order"));
        pay.setAttribute("mode", query.get("mode"));
        main.append(pay);
      });`,
  };
  for (const [path, text] of Object.entries(scripts)) {
    app.get(path, (_request, response) => void response.type("js").send(text));
  }
  app.get("/file/:name", ({ params: { name } }, response) => {
    const { file = "" } = takers[name] ?? morphers[name] ?? {};
    response.type("js").send(readFileSync(file, "utf8"));
  });
  return app;
}
