import type { RouterAnswer } from "./attempt-watch.ts";
import type { PaymentHost } from "./payment-host.ts";
import type { PayResult } from "./result.ts";
import type { Blocked } from "./wake-signals.ts";
import { warn } from "./warn.ts";

/** Milliseconds to wait for an answer: longer than the router itself waits for the bank. */
const limit = 10_000;

/** What the router answers, in the version `v` of the contract: a payment, or an error in its place. */
type StatusAnswer = PayResult & { v?: number; state?: string; error?: { code?: string } };

/** A payment, or the code of the router's error. Neither without an answer in version 1 of the contract. */
interface StatusReading {
  _payment?: PayResult;
  _error?: string | undefined;
}

function readAnswer(answer: unknown): StatusReading {
  // `state` is the router's own, and can still change while `outcome` is `pending`: pages get the outcome alone.
  const { v, state, error, ...result } = answer as StatusAnswer;
  if (v !== 1) return {};
  return error ? { _error: error.code } : { _payment: result };
}

/** A proxy or a wrong path answers 404, too; only the router's own code means that nothing was launched. */
const isNotFound = ({ _error }: StatusReading): boolean => _error === "not_found";

/**
 * Asks the router for the status of an attempt.
 * @param address of the attempt
 * @param lang the language that it asks for
 * @param init what the page adds to the request
 * @returns what the router says. Never rejects
 */
async function askStatus(address: string, lang: string, init?: RequestInit): Promise<StatusReading> {
  try {
    const response = await fetch(address, { ...init, signal: AbortSignal.timeout(limit) });
    const answer: unknown = await response.json();
    const said = readAnswer(answer);
    const spoken = said._payment && response.headers.get("content-language");
    // es-DO is answered in es.
    if (spoken && !lang.startsWith(spoken.slice(0, 2))) warn(`texts: the router answers ${lang} in ${spoken}`);
    return said;
  } catch {
    // No answer, or not JSON. A 204 has no JSON either: the router knows no attempt of the order.
    return {};
  }
}

/** The questions of one payment to the router. */
export class RouterQuestions {
  /** The language of the last sentence. */
  _lang = "";
  /**
   * Directive and origin of what this page's policy has stopped. Reported to the router once, with the next question.
   */
  #blocked = "";
  readonly _mount: string;

  constructor(mount: string) {
    this._mount = mount;
  }

  /**
   * Whether what the page's policy has stopped is a launch. Then the console says so, and the router gets it with the
   * next question.
   */
  _isStopped({ directive, address }: Blocked): boolean {
    const { href, origin } = new URL(`${this._mount}/attempts`, document.baseURI);
    // For an address on another origin, some browsers report the origin alone.
    if (![href, origin].includes(address)) return false;
    warn(`Content-Security-Policy: ${directive} of this page forbids ${origin}`);
    this.#blocked = `${directive}+${origin}`;
    return true;
  }

  /** @param askBank whether the router asks the bank, too */
  async _ofAttempt(host: PaymentHost, attempt: string, askBank: boolean): Promise<RouterAnswer> {
    const report = this.#blocked && `&blocked=${this.#blocked}`;
    this.#blocked = "";
    const said = await this.#ask(host, `attempts/${encodeURIComponent(attempt)}`, (askBank ? "&ask=1" : "") + report);
    if (said._payment || isNotFound(said)) return said._payment;
    const { _error } = said;
    warn(
      _error ? `router: it answered with the error ${_error}` : `endpoint: no answer of the router at ${this._mount}`,
    );
    return null;
  }

  /** Warns of nothing: that the shop does not show the order to this visitor is not a mistake of the page's author. */
  async _ofOrder(host: PaymentHost, order: string): Promise<RouterAnswer> {
    const said = await this.#ask(host, `orders/${encodeURIComponent(order)}`);
    return said._payment ?? (isNotFound(said) ? undefined : null);
  }

  /** The message about an attempt that the router does not know. */
  _missed(host: PaymentHost): string {
    const { lang, missed } = host._messages();
    this._lang = lang;
    return missed;
  }

  #ask({ _messages, _element }: PaymentHost, path: string, query = ""): Promise<StatusReading> {
    const { lang } = _messages();
    this._lang = lang;
    return askStatus(`${this._mount}/${path}?lang=${lang}${query}`, lang, _element.requestInit);
  }
}
