export type { CounterOptions, Staff } from "./options.ts";
