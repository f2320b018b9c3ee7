// Node's runner notes of every promise, timer and socket to which test it belongs: for tests and hooks that are made inside,
// and for what nothing catches. That takes an eighth of the tests' processor time. Here a test is known by the store of its
// calls, which Node carries along anyway. Loaded before the runner, which takes these when it is loaded; whoever asks for them
// later has Node's own.
import hooks, { AsyncLocalStorage, AsyncResource } from "node:async_hooks";

const { createHook, executionAsyncId } = hooks;
/** The test, suite or hook to which what runs belongs; each is an `AsyncResource`. */
const current = new AsyncLocalStorage();
/** The runner's own note of an id. */
let note;

hooks.createHook = ({ init }) => {
  note = init;
  return createHook({});
};
hooks.executionAsyncId = () => current.getStore()?.asyncId() ?? executionAsyncId();
hooks.AsyncResource = class extends AsyncResource {
  runInAsyncScope(fn, self, ...args) {
    note?.(this.asyncId(), "", 0, this);
    return super.runInAsyncScope(() => current.run(this, () => Reflect.apply(fn, self, args)));
  }
};
await import("node:test");
Object.assign(hooks, { createHook, executionAsyncId, AsyncResource });
