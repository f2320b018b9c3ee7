import type { TransStatus } from "@ventanilla/client/wire";
import type { Runtime } from "../runtime.ts";
import type { TestCard } from "../test-cards.ts";

/** How many are kept; the oldest is forgotten first. */
const maxKept = 10_000;

// The issuer waits this long for the buyer's code.
const challengeTime = 10 * 60 * 1000;

/** The code of every challenge of the server: the guide's challenge key. */
export const challengeKey = "123456";

/** What an authentication is about. */
export type Authenticated = {
  /** integratorCode and integratorTxId. */
  readonly name: string;
  readonly integratorTxId: string;
  /** Minor units. */
  readonly amount: number;
  /** As on the wire. */
  readonly currency: string;
  readonly card: TestCard;
  readonly returnUrl: string;
  readonly data: string;
  /** Digest of its request, to tell a repetition from another one. */
  readonly digest: string;
};

/** One authentication of the 3-D Secure server. */
export type Authentication = Authenticated & {
  /** threeDSServerTransID. */
  readonly id: string;
  readonly dsTransId: string;
  /** The authenticationValue: 28 characters of base64. */
  readonly value: string;
  /** browserChallengeToken. */
  readonly token: string;
  readonly at: number;
  status: TransStatus;
  triesLeft: number;
  resent: boolean;
};

/** The authentications of one sandbox, in memory. */
export class Authentications {
  readonly #bank: Pick<Runtime, "clock" | "identifiers" | "switches">;
  readonly #byName = new Map<string, Authentication>();

  constructor(bank: Pick<Runtime, "clock" | "identifiers" | "switches">) {
    this.#bank = bank;
  }

  /** Authenticates a card: at once, or by a challenge. */
  create(request: Authenticated): Authentication {
    const { clock, identifiers, switches } = this.#bank;
    const asked = switches.get("tds-server-status");
    const made: Authentication = {
      ...request,
      id: identifiers.guid("three-ds-server"),
      dsTransId: identifiers.guid("three-ds-directory"),
      value: Buffer.from(identifiers.hex("three-ds-value", 40), "hex").toString("base64"),
      token: identifiers.hex("three-ds-token", 40),
      at: clock.now(),
      status: asked === "by-card" ? statusOf(request.card) : asked,
      triesLeft: 3,
      resent: false,
    };
    this.#byName.set(request.name, made);
    const [oldest = ""] = this.#byName.keys();
    if (this.#byName.size > maxKept) this.#byName.delete(oldest);
    return made;
  }

  /** By integratorCode and integratorTxId. */
  find(name: string): Authentication | undefined {
    return this.#settled(this.#byName.get(name));
  }

  /** By its threeDSServerTransID. */
  findById(id: string): Authentication | undefined {
    return this.#settled([...this.#byName.values()].find((one) => one.id === id));
  }

  /** By its browserChallengeToken. */
  findByToken(tokens: ReadonlySet<string>): Authentication | undefined {
    return this.#settled([...this.#byName.values()].find(({ token }) => tokens.has(token)));
  }

  /** The buyer's answer to the challenge; `undefined` for leaving, which fails, as the third wrong code does. */
  answer(authentication: Authentication, code: string | undefined): void {
    if (authentication.status !== "C") return;
    authentication.triesLeft -= 1;
    if (code === challengeKey) authentication.status = "Y";
    else if (code === undefined || authentication.triesLeft <= 0) authentication.status = "N";
  }

  /** Forgets every authentication. */
  clear(): void {
    this.#byName.clear();
  }

  // A challenge without an answer in time was abandoned.
  #settled(one: Authentication | undefined): Authentication | undefined {
    if (one?.status === "C" && this.#bank.clock.now() - one.at >= challengeTime) one.status = "N";
    return one;
  }
}

/** Enrolled cards are authenticated at once or by a challenge, those that never pass fail, and the others are attempts. */
function statusOf({ threeDs, ResponseCode }: TestCard): TransStatus {
  if (ResponseCode === "TF") return "N";
  return threeDs === undefined ? "A" : ({ frictionless: "Y", challenge: "C" } as const)[threeDs];
}
