/** The attempt that was begun for an order, and when (epoch milliseconds). */
export interface RememberedAttempt {
  attempt: string;
  at: number;
}

// Used where storage is refused (private modes, blocked cookies, a full disk): the page remembers until it is closed.
const inPage: Record<string, string | undefined> = {};

/** What is remembered under a key; undefined when there is nothing, or nothing that can be read. */
export function recall(key: string): RememberedAttempt | undefined {
  try {
    const text = inPage[key] ?? localStorage.getItem(key);
    const memory: RememberedAttempt | null = text ? JSON.parse(text) : null;
    return typeof memory?.attempt === "string" ? memory : undefined;
  } catch {
    return undefined;
  }
}

/** Remembers an attempt for the page's next load, for other tabs and for the return from the bank. */
export function remember(key: string, attempt: string): void {
  const text = JSON.stringify({ attempt, at: Date.now() });
  delete inPage[key];
  try {
    localStorage.setItem(key, text);
  } catch {
    inPage[key] = text;
  }
}

/** Removes what is remembered under a key. */
export function forget(key: string): void {
  delete inPage[key];
  try {
    localStorage.removeItem(key);
  } catch {
    // Storage is refused: nothing is in it.
  }
}

/** Whether a buyer who went to the bank then may have just come back: its page lives half as long. */
export function isRecent(at: number): boolean {
  return Date.now() - at < 3_600_000;
}
