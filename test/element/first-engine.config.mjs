// What `npm test` plays: what asks nothing of an engine that no other test asks of it, in the first one alone; and one quarter
// of the other files in the engines after the first.
import { fileURLToPath } from "node:url";
import { leftOut } from "../e2e/quarter.ts";
import config from "./web-test-runner.config.mjs";

const path = (name) => fileURLToPath(new URL(name, import.meta.url));
const engineFree = ["order", "paying", "resuming", "translated", "watching", "words"];
const inEngines = ["complaints", "form", "modal", "looks", "policy", "mount", "window", "scrim", "way-back"];
const inFirst = [...engineFree, ...leftOut(inEngines)].map((name) => path(`${name}.test.ts`));

export default {
  ...config,
  files: [path("*.test.ts"), ...inFirst.map((file) => `!${file}`)],
  groups: [{ name: "first engine", files: inFirst, browsers: config.browsers.slice(0, 1) }],
};
