// What the panel remembers in this browser, which may allow no storage.

/** The value kept under a key; undefined when there is none. */
export function remembered(key) {
  try {
    return localStorage.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Keeps a value under a key, where the browser allows it. */
export function remember(key, value) {
  try {
    localStorage.setItem(key, value);
  } catch {
    // The choice then holds until the page is left.
  }
}
