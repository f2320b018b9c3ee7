// Makes the document of jsdom or happy-dom this process's own before anything else is imported, as vitest does: what its
// window has and Node has not.
const url = "https://shop.example/checkout";
const window =
  process.env.DOCUMENT === "jsdom"
    ? new (await import("jsdom")).JSDOM("", { url, pretendToBeVisual: true }).window
    : new (await import("happy-dom")).Window({ url });

/** What Node has, too, and a document takes only of its own. */
const replaced = /Event|^Abort|^navigator$|Storage$/;

for (let at = window; at !== Object.prototype && at !== null; at = Object.getPrototypeOf(at))
  for (const name of Object.getOwnPropertyNames(at))
    if (!(name in globalThis) || replaced.test(name))
      Object.defineProperty(globalThis, name, {
        value: Reflect.get(window, name, window),
        writable: true,
        configurable: true,
      });
Object.defineProperty(globalThis, "window", { value: globalThis });
