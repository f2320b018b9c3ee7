// The element looks at its window and at the clock about three times a second. Here it looks more often: a test moves
// the clock itself, and need not wait for the next look.

/** Time between two looks, in milliseconds. */
export const tick = 20;

const { setInterval: repeat } = window;
window.setInterval = ((look: () => void, interval?: number) =>
  repeat(look, Math.min(interval ?? 0, tick))) as typeof setInterval;
