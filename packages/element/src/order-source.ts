/** An order's id, or a function that makes the order when the buyer presses and returns its id. */
export type Order = string | (() => string | PromiseLike<string>);

/** Milliseconds to wait for an order, and between two checks of whether it is still wanted. */
const limit = 30_000;
const interval = 300;

/** The error about an order without an id. Not the client's ArgumentError: the element depends on Lit alone. */
export function noOrder(what = ", a text that is not empty"): TypeError {
  return Object.assign(new TypeError(`order: expected an id${what}`), { code: "ERR_VENTANILLA_ARGUMENT" });
}

/**
 * Waits, for half a minute, for an order that is made while the buyer waits.
 * @param source called at once if it is a function
 * @param isWanted whether the buyer still waits
 * @returns the order's id
 * @throws what the source throws; a `TypeError` when it gives no id in time, or the buyer does not wait for it
 */
export async function orderFrom(source: Order | PromiseLike<string>, isWanted: () => boolean): Promise<string> {
  const made = typeof source === "function" ? source() : source;
  const deadline = Date.now() + limit;
  let late: string | undefined;
  let timer: ReturnType<typeof setInterval> | undefined;
  const end = new Promise<undefined>((resolve) => {
    timer = setInterval(() => {
      if (Date.now() > deadline) late = " within 30 s";
      if (late || !isWanted()) resolve(undefined);
    }, interval);
  });
  const order: unknown = await Promise.race([made, end]).finally(() => clearInterval(timer));
  if (typeof order === "string" && order) return order;
  throw noOrder(late);
}
