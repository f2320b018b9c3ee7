import assert from "node:assert/strict";
import { createServer } from "node:http";
import { after, test } from "node:test";
import { passwordLogin } from "@ventanilla/express/counter";
import { listen } from "../../listen.ts";

/** A page behind the login, which says who looks at it. */
async function openPage(password: string) {
  const { ask, staff } = passwordLogin(password);
  const server = createServer((request, response) => ask(request, response, () => response.end(staff(request))));
  const origin = `http://127.0.0.1:${await listen(server)}`;
  after(() => server.close());
  return (login?: string, headers: Record<string, string> = {}) =>
    fetch(origin, {
      headers: { ...headers, ...(login && { Authorization: `Basic ${Buffer.from(login).toString("base64")}` }) },
    });
}

test("whoever has the password is let in under the name that they give; everybody else is asked", async () => {
  const visit = await openPage("secret: ñ");
  const answer = await visit(" Ana Peña:secret: ñ");
  assert.deepEqual([answer.status, await answer.text()], [200, "Ana Peña"]);
  for (const login of [undefined, "Ana:", "Ana:secret", ":secret: ñ", `${"A".repeat(101)}:secret: ñ`]) {
    const refused = await visit(login);
    assert.equal(refused.status, 401, login);
    assert.equal(refused.headers.get("www-authenticate"), 'Basic realm="staff", charset="UTF-8"');
    assert.equal(refused.headers.get("set-cookie"), null);
    assert.match(await refused.text(), /escriba un nombre y la contraseña\. · To log in/);
  }
});

test("nobody tries out passwords; a browser that has logged in is not shut out, and a former password counts once", async () => {
  const visit = await openPage("secret");
  const [cookie = ""] = (await visit("Ana:secret")).headers.get("set-cookie")?.split(";") ?? [];
  for (let i = 0; i < 25; i++) assert.equal((await visit("Ana:former")).status, 401);
  for (let i = 0; i < 19; i++) assert.equal((await visit(`Ana:guess ${i}`)).status, 401);
  const refused = await visit("Ana:secret");
  assert.equal(refused.status, 429);
  assert.match(refused.headers.get("retry-after") ?? "", /^\d+$/);
  assert.match(await refused.text(), /Demasiadas contraseñas equivocadas\. .* · Too many/);
  assert.equal((await visit("Ana:secret", { Cookie: cookie })).status, 200);
  assert.equal((await visit(undefined, { Cookie: cookie })).status, 401, "its cookie alone opens nothing");
});

test("without a password there is no login", () => {
  for (const password of ["", undefined as never]) {
    const message = /^password: expected a text \(is its variable set\?\)/;
    assert.throws(() => passwordLogin(password), { code: "ERR_VENTANILLA_ARGUMENT", message });
  }
});
