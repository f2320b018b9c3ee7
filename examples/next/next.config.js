import { fileURLToPath } from "node:url";

/** @type {import("next").NextConfig} */
export default {
  basePath: "/next",
  // In this repository the element is not installed from a registry: it is a folder above this one.
  turbopack: { root: fileURLToPath(new URL("../..", import.meta.url)) },
};
