import { test } from "node:test";
import { assertCurrent } from "./current.ts";

test("docs/contributing/attempt.md says what the transition function and its schedule do", () =>
  assertCurrent("attempt-page"));
