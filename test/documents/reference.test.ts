import { test } from "node:test";
import { assertCurrent } from "../package/current.ts";
import { isThere } from "./documents.ts";

const skip = isThere("packages/element/dist/custom-elements.json") ? false : "not built: npm run build";

test("the reference pages say what manifest and doc comments say, in both languages", { skip }, () => {
  // The manifest first: pages made from an old one are old, too.
  for (const tool of ["element-data", "reference-page"]) assertCurrent(tool);
});
