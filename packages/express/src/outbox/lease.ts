/**
 * How long a claim on an attempt or an event lasts: longer than the bank may take for an answer. The work of a killed
 * process waits until its lease ends.
 */
export const leaseMs = 30_000;
/** Three renewals may fail before a hook is told to stop. */
const renewEveryMs = 5000;
/**
 * How much of the lease a hook has left when it is told to stop. A renewal counts from when it was sent. A claim whose
 * answer took n ms leaves n ms less.
 */
const stopBeforeEndMs = 10_000;

/**
 * Renews a lease every 5 seconds, and tells the hook to stop when the lease is lost, or may be.
 * @param fenceNow the fencing token of the latest claim
 * @param renew returns `false` when the lease was lost
 * @param isLocked whether a transaction holds the event: then it needs no lease, and renewing would wait for the lock
 */
export function holdLease(fenceNow: () => number, renew: (fence: number) => Promise<boolean>, isLocked: () => boolean) {
  const hook = new AbortController();
  const signal: AbortSignal = hook.signal;
  /** The timer's ticks, and the tick at which the latest successful renewal was sent. */
  let ticks = 0;
  let renewedAt = 0;

  function renewNow(): void {
    const fence = fenceNow();
    const sentAt = ticks;
    renew(fence).then(
      (isHeld) => {
        if (fence !== fenceNow()) return;
        if (isHeld) renewedAt = Math.max(renewedAt, sentAt);
        else hook.abort(new Error("the lease on this event was lost: another process may deliver it"));
      },
      // The store failed: the lease is not renewed. The next claim reports the failure.
      () => {},
    );
  }

  const timer = setInterval(() => {
    if (isLocked()) return;
    ticks++;
    if ((ticks - renewedAt) * renewEveryMs >= leaseMs - stopBeforeEndMs) {
      hook.abort(new Error("the lease on this event could not be renewed: another process may deliver it"));
    }
    renewNow();
  }, renewEveryMs).unref();

  return {
    /** Aborted when the hook has to stop. */
    signal,
    /** The lease was lost, and this process has claimed the event again. */
    takeOver() {
      renewedAt = ticks;
    },
    renewNow,
    /** Tells the hook to stop. The lease is still renewed, because the hook may continue. */
    stop: (reason: Error) => hook.abort(reason),
    /** Stops renewing. */
    end: () => clearInterval(timer),
  };
}
