import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { type CounterOptions, type CounterPages, counter, type PageVisit } from "@ventanilla/express/counter";
import { html } from "@ventanilla/web";
import { stillRouter } from "../../shop.ts";
import { type Desk, openDesk, staffOf } from "./counter.ts";

const style = ".parcel { color: red }";
const script = 'document.title = "found";';

/** The pages of a package, which remember their visits. */
function parcelPages(): CounterPages & { visits: PageVisit[] } {
  const visits: PageVisit[] = [];
  return {
    path: "parcels",
    label: { es: "Paquetes", en: "Parcels" },
    visits,
    answer(visit) {
      visits.push(visit);
      const { method, path, token, root, staff } = visit;
      if (method === "POST") return { to: "parcels/P-1" };
      if (path === "broken") throw new Error("the parcel is lost");
      if (path === "unknown") return undefined;
      const form = html`<form method="post" action="${root}parcels"><input type="hidden" name="token" value="${token}"></form>`;
      return { title: `Parcel ${path}`, body: html`${staff.mayResolve && form}<p>${path}</p>`, style, script };
    },
  };
}

async function openParcels(): Promise<{ desk: Desk; pages: ReturnType<typeof parcelPages>; alerts: string[] }> {
  const { payments, alerts } = stillRouter();
  const pages = parcelPages();
  return { desk: await openDesk(payments, "Ana", { pages: [pages] }), pages, alerts };
}

test("pages that are none, or whose address is taken, are refused when the counter is made", () => {
  const { payments } = stillRouter();
  const pages = parcelPages();
  const others =
    "expected small letters, other than today, decide, find, payments, events, filters, close, compare, business, returns";
  for (const [given, message] of [
    [[{ ...pages, path: "payments" }], `pages[0].path: ${others}`],
    [[{ ...pages, path: "returns" }], `pages[0].path: ${others}`],
    [[{ ...pages, path: "a/b" }], `pages[0].path: ${others}`],
    [[{ ...pages, path: "" }], `pages[0].path: ${others}`],
    [[pages, pages], `pages[1].path: ${others}, parcels`],
    [[{ ...pages, label: { es: "Paquetes" } }], "pages[0]: expected { path, label: { es, en }, answer }"],
    [[{ ...pages, answer: undefined }], "pages[0]: expected { path, label: { es, en }, answer }"],
  ] as const) {
    assert.throws(() => counter(payments, { staff: staffOf, pages: given } as unknown as CounterOptions), {
      code: "ERR_VENTANILLA_ARGUMENT",
      message,
    });
  }
});

test("pages of a package stand in the navigation of every page, in both languages", async () => {
  const { desk } = await openParcels();
  assert.match(await desk.page("/"), /<a href="\.\/parcels">Paquetes<\/a>/);
  assert.match(await desk.page("/payments"), /<a href="\.\/parcels">Paquetes<\/a>/);
  const own = await desk.page("/parcels/P-1/label?lang=en");
  assert.match(own, /<a href="\.\.\/\.\.\/parcels" aria-current="page">Parcels<\/a>/);
  assert.match(own, /<h1>Parcel P-1\/label<\/h1>/);
});

test("a page's own style and script are allowed by their hashes, on that page alone", async () => {
  const { desk } = await openParcels();
  const hashOf = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
  const own = await desk.get("/parcels");
  const policy = own.headers.get("Content-Security-Policy") ?? "";
  const text = await own.text();
  assert.ok(policy.includes(hashOf(script)) && text.includes(`<script>${script}</script>`));
  assert.ok(policy.includes(hashOf(style)) && text.includes(`<style>${style}</style>`));
  const other = (await desk.get("/payments")).headers.get("Content-Security-Policy") ?? "";
  assert.ok(!other.includes(hashOf(script)) && !other.includes(hashOf(style)));
});

test("a package gets what was asked for; what it answers is a page, the way on, or nothing", async () => {
  const { desk, pages } = await openParcels();
  await desk.page("/parcels/K%20%2F7?state=open");
  const [visit] = pages.visits;
  const at = Date.UTC(2026, 10, 21, 23, 5);
  assert.deepEqual(
    {
      ...visit,
      query: String(visit?.query),
      fields: [...(visit?.fields ?? [])],
      token: typeof visit?.token,
      moment: visit?.moment(at),
    },
    {
      method: "GET",
      path: "K /7",
      staff: { name: "Ana", mayResolve: true, mayReverse: true },
      language: "es",
      query: "state=open",
      fields: [],
      root: "../",
      token: "string",
      timeZone: "America/Santo_Domingo",
      moment: "21 nov 2026, 7:05\u00a0p.\u00a0m.",
    },
  );
  assert.equal((await desk.get("/parcels/unknown")).status, 404);
  assert.match(await desk.page("/parcels/unknown"), /Esta página no existe/);
  const head = await fetch(`${desk.address}/parcels`, { method: "HEAD", headers: { Staff: "Ana" } });
  assert.deepEqual([head.status, pages.visits.at(-1)?.method], [200, "GET"]);
  // Another page's name that begins alike is nobody's.
  assert.equal((await desk.get("/parcelsy")).status, 404);
  assert.doesNotMatch(await desk.page("/parcelsy"), /Esta página/);
});

test("a package's forms come from its pages, and from somebody who may decide", async () => {
  const { desk, pages } = await openParcels();
  await desk.page("/parcels");
  const posted = await desk.post("/parcels", { weight: "2" });
  assert.deepEqual([posted.status, posted.headers.get("Location")], [303, "./parcels/P-1"]);
  assert.equal(pages.visits.at(-1)?.fields.get("weight"), "2");
  const seen = pages.visits.length;
  const other = await desk.post("/parcels", {}, { "Sec-Fetch-Site": "cross-site" });
  const old = await desk.post("/parcels", { token: "x" });
  const looking = desk.as("Luis, who looks");
  const refused = await looking.post("/parcels");
  const nobody = await desk.as("").get("/parcels");
  assert.deepEqual([other.status, old.status, refused.status, nobody.status], [403, 403, 403, 403]);
  const put = await fetch(`${desk.address}/parcels`, { method: "PUT", headers: { Staff: "Ana" } });
  assert.deepEqual([put.status, put.headers.get("Allow")], [405, "GET, POST"]);
  assert.equal(pages.visits.length, seen);
  assert.doesNotMatch(await looking.page("/parcels"), /<form method="post" action="\.\/parcels"/);
});

test("a page of a package that fails says so, and is an alert", async () => {
  const { desk, alerts } = await openParcels();
  const { status, text } = await desk.see("/parcels/broken");
  assert.equal(status, 503);
  assert.match(text, /La página no se pudo mostrar/);
  assert.equal(alerts.length, 1);
  assert.doesNotMatch(text, /the parcel is lost/);
});
