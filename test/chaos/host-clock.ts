const { Date: RealDate } = globalThis;
let ahead = 0;

/** Makes the wall clock of this process one that can be set, as the clock of a host is. */
export function makeClockSettable(): void {
  globalThis.Date = class extends RealDate {
    constructor(...given: []) {
      super(...(given.length > 0 ? given : ([RealDate.now() + ahead] as unknown as [])));
    }
    static override now(): number {
      return RealDate.now() + ahead;
    }
  } as DateConstructor;
}

/** Sets the wall clock so many milliseconds ahead of the true time; negative: behind. Others go on as they were. */
export function setClock(ms: number): void {
  ahead = ms;
}

/** How far the wall clock is ahead, in milliseconds. */
export const clockAhead = (): number => ahead;
