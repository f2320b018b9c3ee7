/** The icons, as lines on a canvas of 24 by 24. */
export const paths = {
  lock: "M8 11V8a4 4 0 0 1 8 0v3M5 11h14v9H5z",
  turning: "M12 4a8 8 0 1 1-8 8",
  check: "m5 12.5 4.5 4.5L19 7.5",
  notice: "M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0M12 17v-6m0-3.5v.1",
};
