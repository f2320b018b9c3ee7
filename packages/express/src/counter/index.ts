export { counter } from "./counter.ts";
export type { CounterOptions, Staff, StaffMember } from "./options.ts";
