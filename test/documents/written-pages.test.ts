import { test } from "node:test";
import { assertCurrent } from "../package/current.ts";

for (const [tool, title] of [
  ["drawings", "docs/drawings shows the steps of a payment and the states of an attempt"],
  ["sandbox-page", "the sandbox's reference lists its cards, faults and switches, in both languages"],
] as const) {
  test(title, () => assertCurrent(tool));
}
