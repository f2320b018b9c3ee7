import { checkOptionNames } from "../check-option-names.ts";
import { msLeft } from "../clock.ts";
import { GatewayError } from "../errors.ts";
import type { HttpAnswer } from "../exchange.ts";
import { isHtml, send, UnclearAnswerError } from "../send.ts";
import { idempotencyKeyPaths } from "../wire/rest-requirements.ts";
import { type Rest, type RestSettings, settingsOf } from "./open-rest.ts";
import type { CallOptions } from "./operate.ts";

/**
 * A new idempotency key: fetch one, store it with your order, then call `sale` or `checkIn` with it, and with the same
 * one again after a crash. Where the contract's spelling of the path is not found, the other one is tried.
 * @param rest what `openRest` returned
 * @param options `signal` gives up waiting
 * @returns the key
 * @throws ArgumentError where an argument is wrong; nothing was sent
 * @throws GatewayError when the bank refuses
 * @throws OutcomeUnknownError without a clear answer within `timeouts.idempotencyKey` (default: 10 s); call again:
 * asking for a key never charges anyone
 * @see docs/contributing/contract.md#4.1
 * @example
 * const key = await idempotencyKey(rest);
 * await storeKey(orderId, key);
 * const result = await sale(rest, { ...request, "idempotency-key": key });
 */
export async function idempotencyKey(rest: Rest, options: Pick<CallOptions, "signal"> = {}): Promise<string> {
  const settings = settingsOf(rest);
  checkOptionNames(options);
  return settings.calls.run(() => fetchKey(settings, settings.deadlines.idempotencyKey, options));
}

/** The same within `deadline` milliseconds in all, for a request whose secrets a stray answer may repeat. */
export async function fetchKey(
  { channel, memory: { issuedKeys, sent } }: RestSettings,
  deadline: number,
  { signal }: Pick<CallOptions, "signal">,
  secrets: readonly string[] = [],
): Promise<string> {
  const ends = channel.clock.now() + deadline;
  const ask = (path: string) =>
    send(
      channel,
      {
        method: "POST",
        path,
        headers: { accept: "text/plain" },
        repeat: "always",
        deadline: msLeft(channel.clock, ends),
        signal,
        failed: { operation: "idempotencyKey" },
        secrets,
      },
      (answer) => {
        const key = readKey(answer, secrets);
        // An answer that was meant for another request, or a key that would be answered from the cache.
        if (issuedKeys.has(key) || sent.isUsed(key)) {
          throw new UnclearAnswerError("malformed_answer", { canRetry: true, status: answer.status });
        }
        issuedKeys.set(key, true);
        return key;
      },
    );
  const [first, other] = idempotencyKeyPaths;
  try {
    return await ask(first);
  } catch (error) {
    if (error instanceof GatewayError && error.status === 404) return ask(other);
    throw error;
  }
}

/**
 * Reads the answer to a key's creation, plain text that is sometimes quoted as JSON: a key, a GatewayError, or
 * UnclearAnswerError.
 */
export function readKey({ status, text }: HttpAnswer, secrets: readonly string[]): string {
  if (isHtml(text) && status !== 404 && status !== 401) {
    throw new UnclearAnswerError("html", { canRetry: true, status });
  }
  if (status >= 400) throw new GatewayError(status, text, secrets);
  if (status !== 200 && status !== 201) throw new UnclearAnswerError("unexpected_status", { status });
  const [, key] = /^\s*"?ikey:\s*([\w.~+/=:-]{1,512})"?\s*$/i.exec(text.slice(0, 1024)) ?? [];
  if (key === undefined) throw new UnclearAnswerError("malformed_answer", { status });
  return key;
}
