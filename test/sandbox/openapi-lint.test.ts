import assert from "node:assert/strict";
import { test } from "node:test";
import { createConfig, lintFromString } from "@redocly/openapi-core";
import { bank } from "./shop.ts";

test("Redocly's recommended rules find no error in the OpenAPI document", async () => {
  const sandbox = await bank();
  const source = await (await fetch(`${sandbox.url}/openapi.json`)).text();
  const config = await createConfig({ extends: ["recommended"] });
  const problems = await lintFromString({ source, absoluteRef: "openapi.json", config });
  const errors = problems.filter(({ severity }) => severity === "error");
  assert.deepEqual(
    errors.map(({ ruleId, message }) => `${ruleId}: ${message}`),
    [],
  );
});
