/** A logger for what a test does not look at. */
export const silentLogger = { info: () => {}, warn: () => {}, error: () => {} };
