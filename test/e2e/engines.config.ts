// `npm run long engines`: every flow in every engine, also those that `npm test` plays in the first one alone.
import config, { alike } from "./playwright.config.ts";

const projects = config.projects?.map(({ workers: _, grepInvert: _tagged, testIgnore, ...project }) => ({
  ...project,
  ...(testIgnore && { testIgnore: alike }),
}));

export default { ...config, projects };
