/** The attempt begun for an order, and when (milliseconds since the epoch). */
export interface Memory {
  attempt: string;
  at: number;
}

// Where storage is refused (private modes, blocked cookies, a full disk), the page still remembers while it lives.
const inPage: Record<string, string | undefined> = {};

/** What is remembered under a key; undefined when there is nothing, or nothing of ours. */
export function recall(key: string): Memory | undefined {
  let text = inPage[key];
  try {
    text ??= localStorage[key];
    // Most of the time there is nothing, and an error takes time to make.
    return text && JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Remembers an attempt for the page's next load, for other tabs and for the way back from the bank; or forgets it. */
export function remember(key: string, attempt?: string): void {
  const text = attempt && JSON.stringify({ attempt, at: Date.now() });
  delete inPage[key];
  try {
    if (text) localStorage[key] = text;
    else delete localStorage[key];
  } catch {
    inPage[key] = text;
  }
}

/**
 * The id of a new attempt: a random UUID in lower case. It is the end of an address of the browser's own making, since
 * `crypto.randomUUID` is missing on pages without TLS.
 */
export function newAttempt(): string {
  return URL.createObjectURL(new Blob()).slice(-36);
}
