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

/** A lease that is renewed while a hook runs. */
export interface HeldLease {
  /** Aborted when the hook has to stop. */
  signal: AbortSignal;
  /** The fencing token of the latest claim. */
  fence(): number;
  /** Continues with a newer claim: the lease was lost, and this process has claimed the event again. */
  takeOver(fence: number): void;
  /** Renews the lease now, besides the regular renewals. */
  renew(): void;
  /** Tells the hook to stop. The lease is still renewed, because the hook may continue. */
  stop(reason: Error): void;
  /** Stops renewing. */
  end(): void;
}

/**
 * Renews a lease every 5 seconds, and tells the hook to stop when the lease is lost, or may be.
 * @param claimed the fencing token
 * @param renew returns `false` when the lease was lost
 * @param isLocked whether a transaction holds the event: then it needs no lease, and renewing would wait for the lock
 */
export function holdLease(
  claimed: number,
  renew: (fence: number) => Promise<boolean>,
  isLocked: () => boolean,
): HeldLease {
  const hook = new AbortController();
  let fence = claimed;
  /** The timer's ticks, and the tick at which the latest successful renewal was sent. */
  let ticks = 0;
  let renewedAt = 0;

  function attemptRenewal(): void {
    const renewed = fence;
    const sentAt = ticks;
    renew(renewed).then(
      (isHeld) => {
        if (renewed !== fence) return;
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
    attemptRenewal();
  }, renewEveryMs).unref();

  return {
    signal: hook.signal,
    fence: () => fence,
    takeOver(newer) {
      fence = newer;
      renewedAt = ticks;
    },
    renew: attemptRenewal,
    stop: (reason) => hook.abort(reason),
    end: () => clearInterval(timer),
  };
}
