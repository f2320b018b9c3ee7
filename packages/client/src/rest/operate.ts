import { ArgumentError } from "@ventanilla/web";
import { checkOptionNames } from "../check-option-names.ts";
import type { FailedCall } from "../errors.ts";
import { canBeHidden } from "../hide.ts";
import { send } from "../send.ts";
import { isCharge } from "../wire/charge.ts";
import { type RestOperation, restPaths } from "../wire/rest-requirements.ts";
import type { RestSettings } from "./open-rest.ts";
import type { CheckedRequest } from "./rest-request.ts";
import { type RestResult, readRestResult } from "./rest-result.ts";

/** What every call takes besides its request. */
export interface CallOptions {
  /** Gives up waiting: the call then rejects with an OutcomeUnknownError of code `aborted`. */
  signal?: AbortSignal | undefined;
  /**
   * The same request may have been sent before, by a process that has ended: then neither a refusal nor a failed
   * connection says that nothing happened. The client knows the requests of its own process. Default: false
   */
  mayHaveBeenSent?: boolean | undefined;
}

/** An ArgumentError when an option is unknown or not of its type. */
export function checkCallOptions(options: CallOptions): void {
  checkOptionNames(options, "mayHaveBeenSent");
  if (!["boolean", "undefined"].includes(typeof options.mayHaveBeenSent)) {
    throw new ArgumentError("options.mayHaveBeenSent: expected true or false");
  }
}

/** Sends one operation within `deadline` milliseconds: sale and check-in with repetitions, the others without. */
export function operate<O extends RestOperation>(
  { channel, memory: { sent, references } }: RestSettings,
  operation: O,
  checked: CheckedRequest<O>,
  deadline: number,
  { signal, mayHaveBeenSent = false }: CallOptions,
  bearer?: { readonly headers: Record<string, string>; readonly token: string },
): Promise<RestResult> {
  const secrets = [...checked.secrets, bearer?.token].filter(canBeHidden);
  const call = {
    method: "POST",
    path: restPaths[operation],
    body: checked.body,
    headers: bearer?.headers ?? {},
    deadline,
    repeat: isCharge(operation) ? "same-key" : "unsent",
    signal,
    // The compiler cannot tell that the operation and its request belong together.
    failed: { operation, request: checked.request } as unknown as FailedCall,
    secrets,
  } as const;
  return sent.track(operation, checked, mayHaveBeenSent, async (earlier) => {
    const result = await send(channel, { ...call, earlier }, (answer, repeated) =>
      readRestResult(operation, { ...checked, secrets }, answer, {
        repeated,
        isKnownDone: sent.happened(operation, checked.key) === "yes",
        isOfAnother: (reference) => references.isOfAnother(reference, checked.key),
      }),
    );
    references.rememberReferences(result, checked.key);
    return result;
  });
}
