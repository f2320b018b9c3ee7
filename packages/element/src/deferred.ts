/** A promise, and the function that resolves it. */
export interface Deferred<Value> {
  promise: Promise<Value>;
  resolve(value: Value | PromiseLike<Value>): void;
}

/** A new promise, not resolved yet. `Promise.withResolvers` is missing in browsers from before 2024. */
export function newDeferred<Value>(): Deferred<Value> {
  let resolve: Deferred<Value>["resolve"] = () => {};
  const promise = new Promise<Value>((keep) => {
    resolve = keep;
  });
  return { promise, resolve };
}
