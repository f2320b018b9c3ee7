// The life of a payment without the browser: its phases, what may happen in each, and what the page is told of it.
//
//   idle ──→ open ──→ checking ──→ pending ──→ approved │ declined │ cancelled │ expired │ unknown │ failed
//
// The router's outcome can come in each of the three phases between. `pending` can be opened again (`open`). After an
// outcome that is safe to repeat, another attempt can begin (`open`), or the payment be reset (`idle`). An attempt that
// cannot begin because it has no order goes to `failed` at once, from there or from `idle`. A payment of an earlier
// page load or of another tab begins at `checking`.
import type { PayEventType } from "./events.ts";
import type { PayOutcome, PayResult, PayStatus } from "./result.ts";

/** The payment of one order. */
export interface PaymentState {
  /** The phase. */
  readonly status: PayStatus;
  /** The payment as last reported by the router, or as begun here. Undefined in `idle`. */
  readonly result: PayResult | undefined;
  /** The attempt that is followed. The router's answer may name another one, which took its place. */
  readonly attempt: string;
  /** The attempt whose outcome the buyer awaits in this page, whoever began it. Default: empty. */
  readonly _awaited: string;
  /** Whether an earlier attempt is being verified before the payment is opened again. */
  readonly _busy: boolean;
  /** The outcomes that the page has been told, each as attempt and outcome. */
  readonly _reported: readonly string[];
}

/** What can happen to a payment that is followed. */
type LiveAction =
  /** The buyer asked to pay: what is followed now is what they wait for. */
  | { readonly type: "requested" }
  /** The attempt is being verified before the bank's page opens again. */
  | { readonly type: "verifying" }
  /** The buyer left the bank's page. */
  | { readonly type: "left" }
  /** The answer takes longer than a buyer should wait for. */
  | { readonly type: "delayed" }
  /** The router answered. */
  | { readonly type: "answered"; readonly result: PayResult }
  /** The router does not know the attempt. `message` is for a buyer who waits for it. */
  | { readonly type: "missing"; readonly message: string };

/** What can happen to a payment. */
export type PaymentAction =
  | LiveAction
  /** An attempt of an earlier page load, or of another tab, is asked about. */
  | { readonly type: "found"; readonly result: PayResult }
  /** The bank's page was opened for a new attempt. */
  | { readonly type: "launched"; readonly result: PayResult }
  /** An attempt could not begin. */
  | { readonly type: "failed"; readonly result: PayResult }
  /** The sentence for the buyer is another one: in another language, or none yet. */
  | { readonly type: "reworded"; readonly message: string }
  /** The verification is over, with or without an answer. */
  | { readonly type: "verified" }
  /** Back to the beginning. */
  | { readonly type: "reset" };

/** A state, and the events that the page is told on the way there, in this order. */
export interface Transition {
  readonly state: PaymentState;
  readonly tell: readonly PayEventType[];
}

/** The state of a payment of which nothing is known. */
export const idle: PaymentState = {
  status: "idle",
  result: undefined,
  attempt: "",
  _awaited: "",
  _busy: false,
  _reported: [],
};

/** Whether an attempt is followed, because its outcome is not known yet. */
export function isLive({ status }: PaymentState): boolean {
  return status === "open" || status === "checking" || status === "pending";
}

/** Whether a new payment can begin: there is none, or the last one ended and paying again cannot charge twice. */
export function canBegin(state: PaymentState): boolean {
  return !isLive(state) && state.result?.safeToRetry !== false;
}

/** A result that the router has not confirmed. */
export function draft(
  attempt: string,
  order: string,
  outcome: Extract<PayOutcome, "pending" | "cancelled" | "failed"> = "pending",
  message = "",
): PayResult {
  return { attempt, order, outcome, verified: false, safeToRetry: outcome !== "pending", message };
}

/** What cannot happen in a phase changes nothing. */
function stay(state: PaymentState): Transition {
  return { state, tell: [] };
}

function move(state: PaymentState, change: Partial<PaymentState>, ...tell: PayEventType[]): Transition {
  return { state: { ...state, ...change }, tell };
}

/** Ends a payment. What the page was told before it is not told again, unless the buyer waits for it. */
function end(state: PaymentState, result: PayResult): Transition {
  const { attempt, _awaited } = state;
  const { outcome } = result;
  const report = `${result.attempt} ${outcome}`;
  const isKnown = state._reported.includes(report);
  const _reported = isKnown ? state._reported : [...state._reported, report];
  const ended = { status: outcome, result, _awaited: "", _reported };
  return isKnown && attempt !== _awaited ? move(state, ended) : move(state, ended, outcome, "settled");
}

function reduceLive(state: PaymentState, action: LiveAction): Transition {
  const { status, attempt, _awaited, result, _reported } = state;
  switch (action.type) {
    case "requested":
      return move(state, { _awaited: attempt });
    case "verifying":
      return move(state, { _awaited: attempt, _busy: true });
    case "left":
      return status === "checking" ? stay(state) : move(state, { status: "checking" }, "checking");
    case "delayed":
      return status === "pending" ? stay(state) : move(state, { status: "pending" }, "pending");
    case "answered":
      return action.result.outcome === "pending" ? move(state, { result: action.result }) : end(state, action.result);
    case "missing":
      // An attempt that nobody waits for began before this page was loaded, and never arrived.
      if (!_awaited) return move(idle, { _reported });
      return end(state, draft(_awaited, result?.order ?? "", "failed", action.message));
  }
}

/**
 * What becomes of a payment when something happens to it. Pure: it neither reads nor changes anything else.
 * @returns the next state and the events to tell; what cannot happen in a phase changes and tells nothing
 */
export function reduce(state: PaymentState, action: PaymentAction): Transition {
  const { result } = state;
  const live = isLive(state);
  const canStart = live || canBegin(state);
  switch (action.type) {
    case "found": {
      const { attempt } = action.result;
      return canStart ? move(state, { status: "checking", result: action.result, attempt }, "checking") : stay(state);
    }
    case "launched": {
      const { attempt } = action.result;
      const begun = { status: "open", result: action.result, attempt, _awaited: attempt } as const;
      return canStart ? move(state, begun, "open") : stay(state);
    }
    case "failed": {
      const { attempt } = action.result;
      return canBegin(state) ? end({ ...state, attempt, _awaited: attempt }, action.result) : stay(state);
    }
    case "reworded":
      return result ? move(state, { result: { ...result, message: action.message } }) : stay(state);
    case "verified":
      return state._busy ? move(state, { _busy: false }) : stay(state);
    case "reset":
      return canBegin(state) ? move(idle, { _reported: state._reported }) : stay(state);
    default:
      return live ? reduceLive(state, action) : stay(state);
  }
}
