/** The attempt that was begun for an order, and when (epoch milliseconds). */
export interface RememberedAttempt {
  attempt: string;
  at: number;
}

// Used where storage is refused (private modes, blocked cookies, a full disk): the page remembers until it is closed.
const inPage: Record<string, string | undefined> = {};

/**
 * Uses what this browser has to store in, the tab's own where the other is refused or has nothing, as in the browsers of
 * other apps.
 * @returns the first thing that it gets
 */
function inStorage<Value>(use: (storage: Storage) => Value): Value | undefined {
  for (const name of ["localStorage", "sessionStorage"] as const) {
    try {
      const value = use(globalThis[name]);
      if (value) return value;
    } catch {
      // Refused.
    }
  }
  return undefined;
}

/** What is remembered under a key; undefined when there is nothing, or nothing that can be read. */
export function recall(key: string): RememberedAttempt | undefined {
  try {
    const memory: RememberedAttempt | null = JSON.parse(
      inPage[key] ?? inStorage((storage) => storage.getItem(key)) ?? "null",
    );
    return typeof memory?.attempt === "string" ? memory : undefined;
  } catch {
    return undefined;
  }
}

/** Remembers an attempt for the page's next load, for other tabs and for the return from the bank. */
export function remember(key: string, attempt: string): void {
  const text = JSON.stringify({ attempt, at: Date.now() });
  delete inPage[key];
  const isStored = inStorage((storage) => {
    storage.setItem(key, text);
    return true;
  });
  if (!isStored) inPage[key] = text;
}

/** Removes what is remembered under a key. */
export function forget(key: string): void {
  delete inPage[key];
  inStorage((storage) => storage.removeItem(key));
}

/** Whether a buyer who went to the bank then may have just come back: its page lives half as long. */
export function isRecent(at: number): boolean {
  return Date.now() - at < 3_600_000;
}
