import type { RouterAnswer } from "./attempt-watch.ts";
import type { PaymentHost } from "./payment-host.ts";
import type { PayResult } from "./result.ts";
import { warn } from "./warn.ts";

/** Milliseconds to wait for an answer: longer than the router itself waits for the bank. */
const limit = 10_000;

/** What the router answers, in the version `v` of the contract: a payment, or an error in its place. */
type StatusAnswer = PayResult & { v?: number; state?: string; error?: { code?: string } };

/** The payment in an answer, as {@link askStatus} returns it. */
function paymentIn(answer: unknown): RouterAnswer {
  // `state` is the router's own, and can still change while `outcome` is `pending`: pages get the outcome alone.
  const { v, state, error, ...result } = answer as StatusAnswer;
  // A proxy or a wrong path answers 404, too; only the router's own code means that nothing was launched.
  if (v !== 1) return null;
  if (error) return error.code === "not_found" ? undefined : null;
  return result;
}

/**
 * Asks the router for the status of an attempt.
 * @param address of the attempt
 * @param lang the language that it asks for
 * @param init what the page adds to the request
 * @returns undefined when the router does not know the attempt: its launch did not arrive; null when there is no
 *   answer, or it is an error, or not of version 1 of the contract, which says nothing about the payment. Never rejects
 */
async function askStatus(address: string, lang: string, init?: RequestInit): Promise<RouterAnswer> {
  try {
    const response = await fetch(address, { ...init, signal: AbortSignal.timeout(limit) });
    const answer: unknown = await response.json();
    const payment = paymentIn(answer);
    const spoken = payment && response.headers.get("content-language");
    // es-DO is answered in es.
    if (spoken && !lang.startsWith(spoken.slice(0, 2))) warn(`texts: the router answers ${lang} in ${spoken}`);
    return payment;
  } catch {
    // No answer, or not JSON. A 204 has no JSON either: the router knows no attempt of the order.
    return null;
  }
}

/** The questions of one payment to the router. */
export class RouterQuestions {
  /** The language of the last sentence. */
  _lang = "";
  /**
   * Directive and origin of what this page's policy has stopped. Reported to the router once, with the next question.
   */
  _blocked = "";
  readonly _mount: string;

  constructor(mount: string) {
    this._mount = mount;
  }

  /** @param askBank whether the router asks the bank, too */
  async _ofAttempt(host: PaymentHost, attempt: string, askBank: boolean): Promise<RouterAnswer> {
    const report = this._blocked && `&blocked=${this._blocked}`;
    this._blocked = "";
    const answer = await this.#ask(host, `attempts/${encodeURIComponent(attempt)}`, (askBank ? "&ask=1" : "") + report);
    if (answer === null) warn(`endpoint: no answer of the router at ${this._mount}`);
    return answer;
  }

  _ofOrder(host: PaymentHost, order: string): Promise<RouterAnswer> {
    return this.#ask(host, `orders/${encodeURIComponent(order)}`);
  }

  /** The message about an attempt that the router does not know. */
  _missed(host: PaymentHost): string {
    const { lang, missed } = host._messages();
    this._lang = lang;
    return missed;
  }

  #ask({ _messages, _element }: PaymentHost, path: string, query = ""): Promise<RouterAnswer> {
    const { lang } = _messages();
    this._lang = lang;
    return askStatus(`${this._mount}/${path}?lang=${lang}${query}`, lang, _element.requestInit);
  }
}
