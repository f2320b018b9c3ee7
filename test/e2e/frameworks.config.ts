// `npm run long frameworks`: the examples that are servers of their own.
import config from "./playwright.config.ts";

process.env.EXAMPLES = "next,nuxt";

export default { ...config, testMatch: "examples.spec.ts" };
