import assert from "node:assert/strict";
import { once } from "node:events";
import http from "node:http";
import { test } from "node:test";
import { counter, type Staff } from "@ventanilla/express/counter";
import express from "express";
import { keptIn } from "../../kept.ts";
import { serve } from "../../serve.ts";
import { encryptionKey, stillOrigin, stillRouter } from "../../shop.ts";
import { decision, openDesk, openScene, type Scene, staffOf } from "./counter.ts";

/** An unknown payment, and where the form about it is posted to. */
async function unknownAt({ player }: Scene) {
  const { id } = await player.unknown("A-1", 100);
  return { id, page: `/payments/${id}`, form: `/payments/${id}/resolve` };
}

const isOpen = async ({ store }: Pick<Scene, "store">, id: string) =>
  (await keptIn(store).findAttempt(id))?.facts.resolution === undefined;

test("a POST from another site, or from nowhere, changes nothing", async () => {
  const scene = await openScene();
  const { id, page, form } = await unknownAt(scene);
  await scene.desk.page(page);
  for (const headers of [
    {},
    { Origin: "https://evil.example" },
    { Origin: "null" },
    { "Sec-Fetch-Site": "cross-site", Origin: "https://evil.example" },
    { "Sec-Fetch-Site": "same-site" },
    { "Sec-Fetch-Site": "none" },
    // The browser's own word counts, whatever the other header says.
    { "Sec-Fetch-Site": "cross-site", Origin: stillOrigin },
  ] as Record<string, string>[]) {
    const answer = await scene.desk.post(form, decision("yes"), headers);
    assert.equal(answer.status, 403, JSON.stringify(headers));
    assert.match(await answer.text(), /El formulario no vino de esta página/);
  }
  assert.ok(await isOpen(scene, id));
  // An older browser says it with the origin alone: that of publicUrl.
  const own = await scene.desk.post(form, decision("yes"), { Origin: stillOrigin });
  assert.equal(own.status, 303);
});

test("a forged token changes nothing, nor one of another member of the staff, another browser or another router", async () => {
  const scene = await openScene();
  const { desk, payments } = scene;
  const { id, page, form } = await unknownAt(scene);
  const tokenIn = (text: string) => /name="token" value="([^"]+)"/.exec(text)?.[1] ?? "";
  const own = tokenIn(await desk.page(page));
  assert.match(own, /^[\w-]{43}$/);
  const luis = tokenIn(await desk.as("Luis").page(page));
  const elsewhere = tokenIn(await (await openDesk(payments)).page(page));
  const otherKeys = await openScene({ encryptionKeys: ["f".repeat(64)] });
  const other = await unknownAt(otherKeys);
  const foreign = tokenIn(await otherKeys.desk.page(other.page));
  for (const token of ["", "x", own.slice(1), `${own}a`, own.toLowerCase(), luis, elsewhere, foreign]) {
    const answer = await desk.post(form, { token, ...decision("yes") });
    assert.equal(answer.status, 403, token);
    assert.match(await answer.text(), /es de otra sesión o de otro navegador/);
  }
  assert.ok(await isOpen(scene, id));
  assert.equal((await desk.post(form, { token: own, ...decision("yes") })).status, 303);
});

test("a token from before the keys were rotated is still one, and none once its key is gone", async () => {
  const { player, store } = await openScene();
  const { id } = await player.unknown("A-1", 100);
  const newKey = "f".repeat(64);
  const [old, rotated, later] = [[encryptionKey], [newKey, encryptionKey], [newKey]].map((encryptionKeys) =>
    counter(stillRouter({ store, encryptionKeys }).payments, { staff: () => "Ana" }),
  );
  let current = old;
  const { origin } = await serve((request, response) => current?.(request, response, () => response.end()));
  const page = await fetch(`${origin}/payments/${id}`);
  const Cookie = page.headers.getSetCookie()[0]?.split(";")[0] ?? "";
  const text = await page.text();
  const [token = "", seen = ""] = ["token", "seen"].map(
    (name) => new RegExp(`name="${name}" value="([^"]+)"`).exec(text)?.[1] ?? "",
  );
  const post = () =>
    fetch(`${origin}/payments/${id}/resolve`, {
      method: "POST",
      redirect: "manual",
      headers: { Cookie, "Sec-Fetch-Site": "same-origin" },
      body: new URLSearchParams({ token, seen, ...decision("no") }),
    });
  current = later;
  assert.equal((await post()).status, 403);
  current = rotated;
  assert.equal((await post()).status, 303);
});

test("who may only look sees every page without a form that changes something, and their POST changes nothing", async () => {
  const scene = await openScene();
  const { id, page, form } = await unknownAt(scene);
  await scene.player.fail("A-1", "no paper");
  const looking = scene.desk.as("Luis, who looks");
  for (const path of ["/", "/decide", "/payments", page]) {
    const { status, text } = await looking.see(path);
    assert.equal(status, 200);
    assert.doesNotMatch(text, /method="post"/, path);
  }
  await scene.desk.page(page);
  for (const path of [form, "/events/retry"]) {
    const answer = await looking.post(path, { event: `unknown:${id}`, ...decision("yes") });
    assert.equal(answer.status, 403);
    assert.match(await answer.text(), /Usted puede ver, pero no resolver/);
  }
  assert.ok(await isOpen(scene, id));
});

test("who is no longer of the staff when the rest of their form arrives changes nothing", async () => {
  for (const now of [undefined, { name: "Ana", may: ["look"] }, { name: "Luis", may: ["resolve"] }] as const) {
    let asked = Promise.withResolvers<void>();
    let who: Staff | undefined = { name: "Ana", may: ["look", "resolve"] };
    const { player, store, payments } = await openScene();
    const { id } = await player.unknown("A-1", 100);
    const staff = () => {
      asked.resolve();
      return who;
    };
    const { address } = await openDesk(payments, "Ana", { staff });
    const page = await fetch(`${address}/payments/${id}`);
    const Cookie = page.headers.getSetCookie()[0]?.split(";")[0] ?? "";
    const text = await page.text();
    const [token = "", seen = ""] = ["token", "seen"].map(
      (name) => new RegExp(`name="${name}" value="([^"]+)"`).exec(text)?.[1] ?? "",
    );
    const form = new URLSearchParams({ token, seen, ...decision("yes") }).toString();
    const headers = {
      Cookie,
      "Sec-Fetch-Site": "same-origin",
      "Content-Type": "application/x-www-form-urlencoded",
      "Content-Length": form.length,
    };
    const posting = http.request(`${address}/payments/${id}/resolve`, { method: "POST", headers });
    asked = Promise.withResolvers<void>();
    const answered = once(posting, "response") as Promise<[http.IncomingMessage]>;
    posting.write(form.slice(0, 10));
    await asked.promise;
    who = now && { ...now, may: [...now.may] };
    posting.end(form.slice(10));
    const [answer] = await answered;
    answer.resume();
    assert.equal(answer.statusCode, 403);
    assert.ok(await isOpen({ store }, id));
  }
});

test("a form's address is not opened with GET, nor a page posted to", async () => {
  const scene = await openScene();
  const { form, page } = await unknownAt(scene);
  const got = await scene.desk.get(form);
  assert.deepEqual([got.status, got.headers.get("allow")], [405, "POST"]);
  const posted = await scene.desk.post(page);
  assert.deepEqual([posted.status, posted.headers.get("allow")], [405, "GET"]);
  assert.equal((await fetch(`${scene.desk.address}/`, { method: "HEAD", headers: { Staff: "Ana" } })).status, 200);
});

test("the cookie of the forms is of this site alone, out of reach of scripts, and secure on https", async () => {
  const cookieAt = async (publicUrl: string) => {
    const desk = counter(stillRouter({ publicUrl }).payments, { staff: staffOf });
    const { origin } = await serve((request, response) => desk(request, response, () => response.end()));
    return (await fetch(origin, { headers: { Staff: "Ana" } })).headers.getSetCookie();
  };
  const [plain = ""] = await cookieAt(`${stillOrigin}/payments`);
  assert.match(plain, /^ventanilla-counter=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/);
  const [secure = ""] = await cookieAt("https://shop.example/payments");
  assert.match(secure, /^__Host-ventanilla-counter=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Secure$/);
});

test("a form is read whether a body parser of the shop has read it before or not", async () => {
  for (const before of [
    [],
    [express.json(), express.urlencoded({ extended: true })],
    [express.text({ type: () => true })],
  ]) {
    const { player, store, payments } = await openScene();
    const { id } = await player.unknown("A-1", 100);
    const desk = await openDesk(payments, "Ana", undefined, before);
    await desk.page(`/payments/${id}`);
    assert.equal((await desk.post(`/payments/${id}/resolve`, decision("no", "ñandú & co"))).status, 303);
    assert.equal((await keptIn(store).findAttempt(id))?.facts.resolution?.reason, "ñandú & co");
  }
});
