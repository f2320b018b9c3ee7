/** The attempt begun for an order, and when (milliseconds since the epoch). */
export interface Memory {
  attempt: string;
  at: number;
}

// Where storage is refused (private modes, blocked cookies, a full disk), the page still remembers while it lives.
const inPage: Record<string, Memory | undefined> = {};

function stored<T>(use: (storage: Storage) => T): T | undefined {
  try {
    return use(localStorage);
  } catch {
    return undefined;
  }
}

/** What is remembered under a key; undefined when there is nothing, or nothing of ours. */
export function recall(key: string): Memory | undefined {
  return stored((storage) => JSON.parse(storage[key])) ?? inPage[key];
}

/** Remembers an attempt for the page's next load, for other tabs and for the way back from the bank; or forgets it. */
export function remember(key: string, attempt?: string): void {
  const memory = attempt ? { attempt, at: Date.now() } : undefined;
  inPage[key] = memory;
  stored((storage) => {
    if (memory) storage[key] = JSON.stringify(memory);
    else delete storage[key];
  });
}

/** The id of a new attempt: a random UUID (version 4) in lower case; `crypto.randomUUID` is missing on pages without TLS. */
export function newAttempt(): string {
  return "xxxxxxxx-xxxx-4xxx-8xxx-xxxxxxxxxxxx".replace(/x/g, () =>
    ((crypto.getRandomValues(new Uint8Array(1))[0] as number) & 15).toString(16),
  );
}
