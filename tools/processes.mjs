import { availableParallelism } from "node:os";

/**
 * How many processes test at once: one for each processor. Never fewer than three, because tests also wait; never more
 * than six, because each end-to-end process has a browser and a shop.
 */
export const processes = Math.min(Math.max(availableParallelism(), 3), 6);
