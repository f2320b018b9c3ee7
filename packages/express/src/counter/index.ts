/**
 * The types of the counter, for the shop's file that names its staff. The counter itself is `payments.counter()`, which
 * loads its pages with the first request.
 */
export type { CounterOptions, Staff, StaffMember } from "./options.ts";
