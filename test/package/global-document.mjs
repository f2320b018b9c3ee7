// Makes the document of jsdom or happy-dom this process's own before anything else is imported, as vitest does: what its
// window has and Node has not.
const url = "https://shop.example/checkout";
const windows = {
  jsdom: async () => new (await import("jsdom")).JSDOM("", { url, pretendToBeVisual: true }).window,
  "happy-dom": async () => new (await import("happy-dom")).Window({ url }),
};

/** What Node has, too, and a document takes only of its own. */
const replaced = /Event|^Abort|^navigator$|Storage$/;

const window = (await windows[process.env.DOCUMENT ?? ""]?.()) ?? {};
for (let at = window; at !== Object.prototype && at !== null; at = Object.getPrototypeOf(at)) {
  for (const name of Object.getOwnPropertyNames(at)) {
    if (name in globalThis && !replaced.test(name)) continue;
    const value = Reflect.get(window, name, window);
    Object.defineProperty(globalThis, name, { value, writable: true, configurable: true });
  }
}
Object.defineProperty(globalThis, "window", { value: globalThis, writable: true, configurable: true });
