import { availableParallelism } from "node:os";

/**
 * How many processes test at once: one for each processor. Never fewer than five, because tests also wait: with three,
 * two processors have nothing to do for a fifth of the time. Never more than eight, because each end-to-end process has a
 * browser and a shop.
 */
export const processes = Math.min(Math.max(availableParallelism(), 5), 8);
