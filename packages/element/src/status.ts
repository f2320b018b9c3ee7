import type { RouterAnswer } from "./attempt-watch.ts";
import type { PaymentHost } from "./payment-host.ts";
import type { PayResult } from "./result.ts";
import { warn } from "./warn.ts";

/** Milliseconds to wait for an answer: longer than the router itself waits for the bank. */
const limit = 10_000;

/** What the router answers, in the version `v` of the contract: a payment, or an error in its place. */
type StatusAnswer = PayResult & { v?: number; state?: string; error?: { code?: string } };

/** What an answer says, as {@link askStatus} returns it. */
function readAnswer(answer: unknown): PayResult | undefined | string {
  // `state` is the router's own, and can still change while `outcome` is `pending`: pages get the outcome alone.
  const { v, state, error, ...result } = answer as StatusAnswer;
  // A proxy or a wrong path answers 404, too; only the router's own code means that nothing was launched.
  if (v !== 1) return "";
  if (error) return error.code === "not_found" ? undefined : String(error.code);
  return result;
}

/**
 * Asks the router for the status of an attempt.
 * @param address of the attempt
 * @param lang the language that it asks for
 * @param init what the page adds to the request
 * @returns undefined when the router does not know the attempt: its launch did not arrive; text when nothing is said
 *   about the payment: the code of the router's error, or "" without an answer in version 1 of the contract. Never
 *   rejects
 */
async function askStatus(address: string, lang: string, init?: RequestInit): Promise<PayResult | undefined | string> {
  try {
    const response = await fetch(address, { ...init, signal: AbortSignal.timeout(limit) });
    const answer: unknown = await response.json();
    const said = readAnswer(answer);
    const spoken = typeof said === "object" && response.headers.get("content-language");
    // es-DO is answered in es.
    if (spoken && !lang.startsWith(spoken.slice(0, 2))) warn(`texts: the router answers ${lang} in ${spoken}`);
    return said;
  } catch {
    // No answer, or not JSON. A 204 has no JSON either: the router knows no attempt of the order.
    return "";
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
    const said = await this.#ask(host, `attempts/${encodeURIComponent(attempt)}`, (askBank ? "&ask=1" : "") + report);
    if (typeof said !== "string") return said;
    warn(said ? `router: it answered with the error ${said}` : `endpoint: no answer of the router at ${this._mount}`);
    return null;
  }

  /** An order that the shop does not show to this visitor is an error too, and no mistake of the page's author. */
  async _ofOrder(host: PaymentHost, order: string): Promise<RouterAnswer> {
    const said = await this.#ask(host, `orders/${encodeURIComponent(order)}`);
    return typeof said === "string" ? null : said;
  }

  /** The message about an attempt that the router does not know. */
  _missed(host: PaymentHost): string {
    const { lang, missed } = host._messages();
    this._lang = lang;
    return missed;
  }

  #ask({ _messages, _element }: PaymentHost, path: string, query = ""): ReturnType<typeof askStatus> {
    const { lang } = _messages();
    this._lang = lang;
    return askStatus(`${this._mount}/${path}?lang=${lang}${query}`, lang, _element.requestInit);
  }
}
