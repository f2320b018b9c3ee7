import "@ventanilla/web/node-version";

export type { SandboxClock } from "./clock.ts";
export { createSandbox, type Sandbox, type SandboxOptions } from "./create-sandbox.ts";
export { type FaultId, type FaultPlace, faultTable } from "./fault-table.ts";
export type { ArmedFault, FaultState } from "./faults.ts";
export type { SandboxSession } from "./hosted/session.ts";
export type { Reason } from "./reason.ts";
export type { SandboxTransaction } from "./rest/rest-transaction.ts";
export type { IssuedToken } from "./rest/token-issuer.ts";
export type { Profile, SwitchName } from "./switch-table.ts";
export type { Switches, SwitchState } from "./switches.ts";
export { type TestCard, testCards } from "./test-cards.ts";
export type { WarnedMisspelling } from "./warning.ts";
export type { WireEntry } from "./wire-log.ts";
