import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { test } from "node:test";
import { keptIn } from "../../kept.ts";
import { encryptionKey } from "../../shop.ts";
import { decision, openDesk, openFullScene, openScene, type Scene } from "./counter.ts";
import { canary } from "./secrets.ts";

/** Every page of a scene, by its address: each payment that there is, too. */
async function pagesOf({ desk, store }: Scene, headers: Record<string, string> = {}) {
  const { attempts } = await keptIn(store).listAttempts({ limit: 1000 });
  const paths = [
    "/",
    "/decide",
    "/payments",
    "/payments?state=decide&amount=1",
    "/payments?amount=x",
    "/payments/nothing",
    "/find",
    "/find?q=1",
    "/find?q=%22nothing%22",
    "/find?refused=card",
    "/close",
    "/close?batch=2026-11-21",
    "/close?batch=x",
    "/compare",
    ...attempts.map(({ id }) => `/payments/${encodeURIComponent(id)}`),
  ];
  return new Map(await Promise.all(paths.map(async (path) => [path, await desk.get(path, headers)] as const)));
}

test("no page, in no state of a payment and after any decision, says a key, a session, a token or a whole card number", async () => {
  const scene = await openFullScene();
  const { desk, cases } = scene;
  const texts: string[] = [];
  const collect = async () => {
    for (const answer of (await pagesOf(scene)).values()) {
      texts.push(await answer.text(), JSON.stringify([...answer.headers]));
    }
  };
  await collect();
  await desk.page("/decide");
  for (const name of ["unknown", "review", "paidTwice"] as const) {
    const path = `/payments/${cases[name].id}/resolve`;
    texts.push(await (await desk.post(path, {})).text());
    texts.push(await (await desk.post(path, decision("yes"))).text());
    texts.push(await (await desk.post(path, decision("no"))).text());
  }
  await collect();
  for (const text of texts) {
    for (const [name, secret] of Object.entries({ ...canary, encryptionKey })) {
      assert.ok(!text.includes(secret), name);
    }
    // A card number has 13 to 19 digits; the bank's own masks one.
    // In the address of an email a space is %20, and would lengthen the number behind it.
    assert.doesNotMatch(text.replaceAll("%20", " "), /(?<![\w.-])\d{13,19}(?![\w.-])/);
  }
});

const bad = `<img src=x onerror=alert(1)>"'&\u202e`;

test("what strangers, the bank and the shop's hooks write is text on every page", async () => {
  const scene = await openScene();
  const { player, desk, payments } = scene;
  const { id } = await player.unknown(`A${bad}`, 100);
  await player.review("B", 100, {
    code: "10",
    authorizationCode: bad,
    reference: bad,
    maskedCard: bad,
    mismatch: [bad],
  });
  const approved = await player.approved(`C${bad}`, 100);
  await player.fail(approved.order, `Error: ${bad}`);
  const eve = await openDesk(payments, "", { staff: () => `Eve ${bad.slice(0, -1)}` });
  await eve.page(`/payments/${id}`);
  const path = `/payments/${id}/resolve`;
  const refused = await (await eve.post(path, { reason: bad, decision: bad })).text();
  assert.equal((await eve.post(path, decision("no", bad.slice(0, -1)))).status, 303);
  const late = await (await eve.post(path, decision("no"))).text();
  const pages = [...(await pagesOf(scene)).values()].map((answer) => answer.text());
  const queries = [
    `/payments?order=${encodeURIComponent(bad)}`,
    `/payments?after=${encodeURIComponent(bad)}`,
    `/find?q=${encodeURIComponent(`${bad} x`)}`,
  ];
  for (const text of [refused, late, ...(await Promise.all([...pages, ...queries.map((query) => desk.page(query))]))]) {
    assert.doesNotMatch(text, /<img/);
    assert.ok(text.includes("<!doctype html>"));
  }
  assert.match(await desk.page("/decide"), /&lt;img src=x onerror=alert\(1\)&gt;&quot;&#39;&amp;/);
});

test("every page is under a policy that lets nothing in but its own style and script, and nobody frame it", async () => {
  const scene = await openFullScene();
  for (const [path, answer] of await pagesOf(scene)) {
    const text = await answer.text();
    const hashOf = (tag: string) => {
      const inline = new RegExp(`<${tag}>([^]*?)</${tag}>`).exec(text)?.[1];
      return inline === undefined ? "" : `'sha256-${createHash("sha256").update(inline).digest("base64")}'`;
    };
    const policy = answer.headers.get("content-security-policy") ?? "";
    assert.ok(policy.startsWith(`default-src 'none'; style-src ${hashOf("style")}; script-src '`), path);
    assert.ok(policy.includes(hashOf("script")), path);
    assert.ok(text.includes('<link rel="icon" href=data:,>'), path);
    assert.match(
      policy,
      /; img-src data:; connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'$/,
    );
    assert.doesNotMatch(policy, /unsafe|\*/);
    // Attributes that the policy forbids would be dead.
    assert.doesNotMatch(text, / style=| on[a-z]+=|javascript:/i);
    assert.deepEqual(
      ["x-frame-options", "cache-control", "referrer-policy", "x-content-type-options"].map((name) =>
        answer.headers.get(name),
      ),
      ["DENY", "no-store", "same-origin", "nosniff"],
    );
  }
});

test("every page is in Spanish or English, as the browser says or the link, which is kept", async () => {
  const scene = await openFullScene();
  const visible = (html: string) => html.replace(/<style>.*?<\/style>|<script>.*?<\/script>|<[^>]+>/gs, " ");
  for (const [language, foreign] of [
    ["es", /\b(?:the|payment|paid|bank|order)\b/i],
    ["en", /\b(?:el|pago|pagos|banco|pedido|tienda|hoy)\b/i],
  ] as const) {
    for (const [path, answer] of await pagesOf(scene, { "Accept-Language": language })) {
      const text = await answer.text();
      assert.match(text, new RegExp(`<html lang="${language}">`));
      const own = text.replace(/<(\w+)[^>]* lang="\w+"[^>]*>.*?<\/\1>/gs, "");
      assert.doesNotMatch(visible(own), foreign, path);
      assert.doesNotMatch(visible(text), /undefined|NaN|\[object/, path);
    }
  }
  const { desk } = scene;
  assert.match(await desk.page("/?lang=en"), /Today/);
  assert.match(await desk.page("/decide"), /To resolve/);
  assert.match(await desk.page("/decide?lang=es"), /Por resolver/);
  assert.match(await desk.page("/payments"), /<h1>Pagos /);
});

test("the script of an open page gets what changes, and nothing around it", async () => {
  const { desk, payments } = await openFullScene();
  const whole = await desk.page("/decide");
  const part = (await desk.see("/decide", { "Ventanilla-Live": "1" })).text;
  assert.ok(part.startsWith("<nav"));
  assert.ok(whole.includes(`<div id="live" data-member="Ana">${part}</div>`));
  assert.doesNotMatch(part, /<html|<style|<script/);
  const memberOf = async (name: string) => {
    const other = await openDesk(payments, "", { staff: () => name });
    return (await other.get("/decide", { "Ventanilla-Live": "1" })).headers.get("ventanilla-live");
  };
  assert.equal(await memberOf("Ana"), "Ana");
  assert.equal(await memberOf("José"), "Jos%C3%A9");
  assert.equal(await memberOf(""), null);
});

/** Where the staff's guide begins, in the repository. */
const guide = Object.fromEntries(
  [
    ["es", "docs/es/personal/en-una-pagina.md"],
    ["en", "docs/staff/in-one-page.md"],
  ].map(([language = "", path = ""]) => [language, `https://github.com/ventanilla/ventanilla/blob/main/${path}`]),
);

test("every page says in its navigation how much waits for a person, and leads to the staff's guide", async () => {
  const scene = await openFullScene();
  const counts = await keptIn(scene.store).countUnsettled();
  const waiting = Object.values(counts).reduce((sum, count) => sum + count, 0);
  assert.ok(waiting > 1);
  const pages = [...(await pagesOf(scene)).values(), await scene.desk.as("Ana who looks").post("/events/retry")];
  for (const answer of pages) {
    const text = await answer.text();
    assert.match(text, new RegExp(`href="[./]*decide"[^>]*>Por resolver <span class="count">${waiting}</span></a>`));
    assert.ok(text.includes(`<a href="${guide.es}" target="_blank" rel="noreferrer">Ayuda</a>`));
  }
  assert.ok((await scene.desk.page("/decide?lang=en")).includes(`<a href="${guide.en}"`));
  for (const link of Object.values(guide))
    assert.ok(existsSync(new URL(link.replace(/.*\/main\//, "../../../"), import.meta.url)), link);
  const { desk } = await openScene();
  assert.doesNotMatch(await desk.page("/"), /class="count"/);
});

test("every link and form on every page leads to an address that exists", async () => {
  const scene = await openFullScene();
  const seen = new Map<string, number>();
  for (const [path, answer] of await pagesOf(scene)) {
    const text = await answer.text();
    for (const [, href = ""] of text.matchAll(/(?:href|action)="([^"#]+)"/g)) {
      const { pathname, search, origin } = new URL(href.replaceAll("&amp;", "&"), scene.desk.address + path);
      if (href === guide.es || href.startsWith("mailto:?")) continue;
      assert.equal(origin, new URL(scene.desk.address).origin);
      assert.match(pathname, /^\/staff\//, `${href} of ${path}`);
      const isForm = /\/(?:resolve|retry|given-back|note|filters)$/.test(pathname);
      // A page's own other language fails as the page does.
      seen.set(pathname.slice("/staff".length) + search, href.startsWith("?") ? answer.status : isForm ? 405 : 200);
    }
  }
  for (const [path, status] of seen) assert.equal((await scene.desk.get(path)).status, status, path);
});

test("a page says that the database does not answer, and lets the app's error handler know", async () => {
  const scene = await openScene();
  const { id } = await scene.player.unknown("A-1", 100);
  const { desk, store } = scene;
  await desk.page(`/payments/${id}`);
  await store.close();
  const page = await desk.see("/");
  assert.equal(page.status, 503);
  assert.match(page.text, /La página no se pudo mostrar/);
  assert.doesNotMatch(page.text, /sqlite|SQL|closed/i);
  const posted = await desk.post(`/payments/${id}/resolve`, decision("yes"));
  assert.equal(posted.status, 503);
  assert.match(await posted.text(), /No sabemos si se registró/);
});
