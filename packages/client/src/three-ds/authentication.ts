import { GatewayError } from "../errors.ts";
import type { HttpAnswer } from "../exchange.ts";
import { isHtml, jsonOf, UnclearAnswerError } from "../send.ts";
import { type TransStatus, transStatuses } from "../wire/authentication-fields.ts";
import { answerText } from "../wire/read-answer.ts";

/** The challenge of an issuer that wants the buyer to type a code. */
export interface Challenge {
  /** browserChallengeUrl: the address that a form posts the token to, in a frame of your page. */
  readonly url: string;
  /** browserChallengeToken. A secret of this buyer's browser. */
  readonly token: string;
}

/** The values of an answer. Each is undefined where the answer has none. */
interface AuthenticationValues {
  readonly threeDSServerTransID: string | undefined;
  readonly eci: string | undefined;
  readonly messageVersion: string | undefined;
  readonly dsTransID: string | undefined;
  readonly authenticationValue: string | undefined;
  readonly challenge: Challenge | undefined;
}

/**
 * What the 3-D Secure server answered about a card. JSON and `util.inspect` leave out what is secret: the challenge and
 * the authentication value.
 *
 * `outcome`: `authenticated` (transStatus Y or A: `tdsFields` takes it), `challenge` (C: show the buyer `challenge`, then
 * ask `authenticationStatus`), `failed` (N or R: do not charge), `unavailable` (U: nobody has said anything about the
 * buyer; try later, or another card).
 * @see docs/guide/rest.md#with-3-d-secure
 */
export class Authentication {
  /** The identifier that `authenticate` was given. */
  readonly transactionId: string;
  /** As on the wire. */
  readonly transStatus: TransStatus;
  /** What it means. */
  readonly outcome: "authenticated" | "challenge" | "failed" | "unavailable";
  /** The server's identifier of the authentication. */
  readonly threeDSServerTransID: string | undefined;
  /** The indicator of the card brand, such as 05. */
  readonly eci: string | undefined;
  /** The version of the protocol, such as 2.2.0. */
  readonly messageVersion: string | undefined;
  /** The identifier of the card brand's directory. */
  readonly dsTransID: string | undefined;
  readonly #authenticationValue: string | undefined;
  readonly #challenge: Challenge | undefined;

  /** @param values what the answer has */
  constructor(transactionId: string, transStatus: TransStatus, values: AuthenticationValues) {
    this.transactionId = transactionId;
    this.transStatus = transStatus;
    this.outcome = outcomes[transStatus];
    this.threeDSServerTransID = values.threeDSServerTransID;
    this.eci = values.eci;
    this.messageVersion = values.messageVersion;
    this.dsTransID = values.dsTransID;
    this.#authenticationValue = values.authenticationValue;
    this.#challenge = values.challenge;
  }

  /** The proof of an authenticated buyer. A secret. */
  get authenticationValue(): string | undefined {
    return this.#authenticationValue;
  }

  /** What to show the buyer when `outcome` is `challenge`; undefined otherwise. */
  get challenge(): Challenge | undefined {
    return this.#challenge;
  }
}

const outcomes = {
  Y: "authenticated",
  A: "authenticated",
  C: "challenge",
  N: "failed",
  R: "failed",
  U: "unavailable",
} as const satisfies Record<TransStatus, Authentication["outcome"]>;

/** Reads an answer of the server: an Authentication, a GatewayError without the secrets, or UnclearAnswerError. */
export function readAuthentication(
  answer: HttpAnswer,
  transactionId: string,
  secrets: readonly string[],
): Authentication {
  const { status, text } = answer;
  if (isHtml(text) && status !== 401) throw new UnclearAnswerError("html", { canRetry: true, status });
  if (status >= 400) throw new GatewayError(status, text, secrets);
  if (status !== 200 && status !== 201) throw new UnclearAnswerError("unexpected_status", { status });
  const json = jsonOf(answer);
  if (typeof json !== "object" || json === null) throw new UnclearAnswerError("malformed_answer", { status });
  const read = (name: string): string | undefined =>
    (Object.hasOwn(json, name) && answerText((json as Record<string, unknown>)[name])) || undefined;
  const sent = read("transStatus")?.toUpperCase();
  const transStatus = transStatuses.find((known) => known === sent);
  // Some refusals come with status 200: they have a message, and nothing about the buyer.
  if (sent === undefined && (read("message") ?? read("error")) !== undefined) {
    throw new GatewayError(status, text, secrets);
  }
  const another = read("integratorTxId");
  const challenge = challengeOf(read("browserChallengeUrl"), read("browserChallengeToken"));
  const isForeign = another !== undefined && another !== transactionId;
  // Without its form a challenge leads nowhere, except where a status says that it is still open.
  if (transStatus === undefined || isForeign) throw new UnclearAnswerError("malformed_answer", { status });
  return new Authentication(transactionId, transStatus, {
    threeDSServerTransID: read("threeDSServerTransID"),
    eci: read("eci"),
    messageVersion: read("messageVersion"),
    dsTransID: read("dsTransID"),
    authenticationValue: read("authenticationValue"),
    challenge: transStatus === "C" ? challenge : undefined,
  });
}

/** A challenge whose address a browser may post to; undefined otherwise. */
function challengeOf(url: string | undefined, token: string | undefined): Challenge | undefined {
  const isWeb = url !== undefined && /^https?:$/.test(URL.parse(url)?.protocol ?? "");
  return isWeb && token !== undefined ? { url, token } : undefined;
}
