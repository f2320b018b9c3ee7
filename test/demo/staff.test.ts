import assert from "node:assert/strict";
import { test } from "node:test";
import express from "express";
import { logIn, logOut, staffOf } from "../../demo/src/staff/login.ts";
import { serve } from "../serve.ts";

test("the demo's login lets everybody decide, and whoever asks for it only look", async () => {
  const app = express();
  app.use(express.urlencoded({ extended: false }));
  app.post("/login", (request, response) => void response.json(logIn(request, response)));
  app.post("/logout", (_request, response) => {
    logOut(response);
    response.end();
  });
  const { origin } = await serve(app);
  const after = async (fields: Record<string, string>) => {
    const answer = await fetch(`${origin}/login`, { method: "POST", body: new URLSearchParams(fields) });
    return staffOf(
      answer.headers
        .getSetCookie()
        .map((cookie) => cookie.split(";")[0])
        .join("; "),
    );
  };
  assert.deepEqual(await after({ name: "Ana" }), { name: "Ana", may: ["look", "resolve"] });
  assert.deepEqual(await after({ name: "Eva", role: "look" }), { name: "Eva", may: ["look"] });
  assert.equal(await after({ name: " ", role: "look" }), undefined);
  const out = await fetch(`${origin}/logout`, { method: "POST" });
  assert.equal(out.headers.getSetCookie().filter((cookie) => cookie.includes("Expires=Thu, 01 Jan 1970")).length, 2);
});
