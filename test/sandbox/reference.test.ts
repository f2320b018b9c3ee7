import assert from "node:assert/strict";
import { test } from "node:test";
import { openapiDocument } from "../../packages/sandbox/src/openapi/document.ts";
import { referencePage } from "../../packages/sandbox/src/reference/reference-page.ts";
import { spanish } from "../../packages/sandbox/src/reference/spanish.ts";
import { bank } from "./shop.ts";

const sandbox = await bank();

test("every sentence of the reference has its Spanish, and no Spanish is left over", () => {
  const asked = new Set<string>();
  referencePage(openapiDocument(), "es", (english) => {
    asked.add(english);
    return english;
  });
  assert.deepEqual([...asked].filter((english) => !(english in spanish)).toSorted(), []);
  assert.deepEqual(
    Object.keys(spanish).filter((english) => !asked.has(english)),
    [],
  );
});

test("names of fields, codes and addresses are the same in both languages", () => {
  const quoted =
    /`[^`]+`|\b(?:tds|tkn)_\w+|\b(?:pnRef|txToken|SESSION|OrdenID|session-key|response-code|icache)\b|\b\d{2,}\b/g;
  for (const [english, translated] of Object.entries(spanish)) {
    const found = (text: string) => [...new Set(text.match(quoted))].toSorted();
    assert.deepEqual(found(translated), found(english), english);
  }
});

test("the language of the reference is the address's, else the browser's, and each links to the other", async () => {
  const page = async (search: string, language = "") => {
    const response = await fetch(`${sandbox.url}/reference${search}`, { headers: { "accept-language": language } });
    return response.text();
  };
  const es = await page("?lang=es", "en");
  assert.match(es, /<html lang="es">.*<h1>Referencia<\/h1>.*Crear una sesión/s);
  assert.match(es, /href="\/reference\?lang=en" lang="en" hreflang="en">English</);
  assert.match(es, /href="\/\?lang=es">Panel de control</);
  assert.match(await page("", "es-DO,en;q=0.5"), /<html lang="es">/);
  const en = await page("", "en-US");
  assert.match(en, /<html lang="en">.*Create a session/s);
  assert.match(en, /href="\/reference\?lang=es" lang="es" hreflang="es">Español</);
  const addresses = (html: string) => [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
  assert.deepEqual(addresses(es), addresses(en));
});
