import { availableParallelism } from "node:os";

/**
 * How many processes of a runner test at once: one for each processor. Never fewer than four, because tests also wait, those
 * of browsers for most of their time: `npm test` has them run beside Node's. Never more than eight, because each
 * end-to-end process has a browser and a shop.
 */
export const processes = Math.min(Math.max(availableParallelism(), 4), 8);
