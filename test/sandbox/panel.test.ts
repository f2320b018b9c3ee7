import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { restPaths } from "@ventanilla/client/wire";
import { bank } from "./shop.ts";

type Texts = Record<"es" | "en", Record<string, string>>;

const sandbox = await bank();
const folder = new URL("../../packages/sandbox/assets/panel/", import.meta.url);
const scripts = readdirSync(folder).filter((name) => name.endsWith(".js"));

async function panel(search = "", headers: Record<string, string> = {}): Promise<{ response: Response; html: string }> {
  const response = await fetch(`${sandbox.url}/${search}`, { headers });
  return { response, html: await response.text() };
}

async function texts(): Promise<Texts> {
  const [, attribute = ""] = /data-texts="([^"]*)"/.exec((await panel()).html) ?? [];
  const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" };
  return JSON.parse(attribute.replace(/&([\w#]+);/g, (_, name: string) => entities[name] ?? "")) as Texts;
}

test("the panel loads nothing from elsewhere, runs nothing inline and is framed by nobody", async () => {
  const { response, html } = await panel();
  assert.equal(response.status, 200);
  assert.equal(response.headers.get("content-type"), "text/html; charset=utf-8");
  assert.equal(
    response.headers.get("content-security-policy"),
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  );
  assert.equal(response.headers.get("cache-control"), "no-store");
  assert.equal(response.headers.get("x-content-type-options"), "nosniff");
  assert.doesNotMatch(
    html,
    /<style|\sstyle=|<script(?! type="module" src="\/)|\son[a-z]+=|(?:src|href)="(?:https?:)?\/\//,
  );
});

test("every file that the panel and its scripts and styles name is served", async () => {
  const { html } = await panel();
  const found = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path = ""]) => path);
  assert.ok(found.length >= 10);
  for (const path of found) {
    const address = new URL(path, sandbox.url);
    const response = await fetch(address);
    assert.equal(response.status, 200, path);
    const type = path.endsWith(".js") ? "text/javascript" : path.endsWith(".css") ? "text/css" : "image/svg+xml";
    assert.ok(response.headers.get("content-type")?.startsWith(type), path);
    const text = await response.text();
    for (const [, next = ""] of text.matchAll(/(?:from "|url\(")(\.[^"]+|[\w-]+\.svg)"/g)) {
      const named = new URL(next, address).pathname;
      if (!found.includes(named)) found.push(named);
    }
  }
  for (const name of scripts) assert.ok(found.includes(`/assets/panel/${name}`), name);
});

test("the language is the address's, else the browser's", async () => {
  assert.match(
    (await panel("?lang=en", { "accept-language": "es-DO" })).html,
    /<html lang="en">.*<h1[^>]*>Control panel</s,
  );
  for (const lang of ["en_US", "en_US.UTF-8", "en-GB"]) {
    assert.match((await panel(`?lang=${lang}`, { "accept-language": "es" })).html, /<html lang="en">/, lang);
    assert.match((await panel("", { "accept-language": lang })).html, /<html lang="en">/, lang);
  }
  assert.match((await panel("?lang=xx", { "accept-language": "en" })).html, /<html lang="en">/);
  assert.match((await panel("", { "accept-language": "es-DO,en;q=0.5" })).html, /<h1[^>]*>Panel de control</);
  for (const [accepted, language] of [
    ["es;q=0.1, en", "en"],
    ["en;q=0.8,es-419;q=0.9", "es"],
    ["en-US,es", "en"],
    ["fr,en-GB;q=0.3", "en"],
    ["en;q=0", "es"],
    ["es;q=0,*;q=0.5", "en"],
    ["*", "es"],
    ["den, fr", "es"],
    ["", "es"],
  ] as const) {
    const { html } = await panel("", { "accept-language": accepted });
    assert.match(html, new RegExp(`<html lang="${language}">`), accepted);
  }
});

test("both languages have every sentence, with the same gaps", async () => {
  const { es, en } = await texts();
  assert.deepEqual(Object.keys(en), Object.keys(es));
  for (const [key, sentence] of Object.entries(es)) {
    assert.notEqual(sentence.trim(), "", key);
    assert.notEqual(en[key]?.trim(), "", key);
    assert.equal(en[key]?.split("{}").length, sentence.split("{}").length, key);
  }
});

test("every sentence that the page or its scripts ask for exists, and none is left over", async () => {
  const { html } = await panel("?lang=es");
  const { es } = await texts();
  const source = scripts.map((name) => readFileSync(new URL(name, folder), "utf8")).join("\n");
  const asked = new Set([...html.matchAll(/data-t(?:-label|-placeholder)?="(\w+)"/g)].map(([, key = ""]) => key));
  for (const [, key = ""] of source.matchAll(/\bt\("(\w+)"\)/g)) asked.add(key);
  for (const key of asked) assert.ok(key in es, key);
  for (const [key, sentence] of Object.entries(es)) {
    const family = key.replace(/_\w+$/, "_");
    assert.ok(
      asked.has(key) ||
        html.includes(`>${sentence}<`) ||
        source.includes(`"${key}"`) ||
        source.includes(`\`${family}\${`),
      `${key} is used nowhere`,
    );
  }
});

test("every place of a fault, state, kind and profile has its name in both languages", async () => {
  const { es } = await texts();
  for (const { where } of sandbox.faults.list()) assert.ok(`where_${where}` in es, where);
  for (const operation of Object.keys(restPaths)) assert.ok(`kind_${operation}` in es, operation);
  const states = ["created", "opened", "challenged", "cancelled", "declined", "approved", "expired"];
  for (const state of [...states, "voided", "settled", "refunded"]) assert.ok(`state_${state}` in es, state);
  for (const profile of ["live", "document"]) assert.ok(`profile_${profile}` in es, profile);
});

test("looking at the panel is not an entry in the wire log", async () => {
  await panel();
  await fetch(`${sandbox.url}/assets/panel/panel.js`);
  await fetch(`${sandbox.url}/control/state`);
  assert.deepEqual(sandbox.wire(), []);
});
