export type { Clock } from "./clock.ts";
export { createSandbox, type Sandbox, type SandboxOptions } from "./create-sandbox.ts";
export type { SandboxSession } from "./ledger.ts";
export { type TestCard, testCards } from "./test-cards.ts";
