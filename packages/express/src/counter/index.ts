/**
 * The types of the counter, for the file of a shop that says who its staff is. The counter itself is `payments.counter()`,
 * which loads its pages with their first request.
 */
export type { CounterOptions, Staff, StaffMember } from "./options.ts";
