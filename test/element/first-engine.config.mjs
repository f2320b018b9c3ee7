// What `npm test` plays: what asks nothing of an engine that no other test asks of it, in the first one alone.
import { fileURLToPath } from "node:url";
import config from "./web-test-runner.config.mjs";

const path = (name) => fileURLToPath(new URL(name, import.meta.url));
const engineFree = ["order", "paying", "resuming", "translated", "watching", "words"].map((name) =>
  path(`${name}.test.ts`),
);

export default {
  ...config,
  files: [path("*.test.ts"), ...engineFree.map((file) => `!${file}`)],
  groups: [{ name: "first engine", files: engineFree, browsers: config.browsers.slice(0, 1) }],
};
