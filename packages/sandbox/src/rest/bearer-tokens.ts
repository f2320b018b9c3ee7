import type { IncomingHttpHeaders } from "node:http";
import type { Bank } from "../bank.ts";

/** A bearer token as it is handed out. */
export type IssuedToken = { token: string; expiresAt: number };

/** A bearer token as the control API lists it: it cannot be used any more from what is shown. */
export type SandboxToken = { id: number; masked: string; expiresAt: number };

// Contract §8.
const lifetime = 60 * 60 * 1000;
const kept = 100;

/** The bearer tokens of refunds (contract §5.3), each valid for one hour of the sandbox's clock. */
export class BearerTokens {
  readonly #bank: Pick<Bank, "clock" | "identifiers" | "switches" | "events">;
  #tokens: (IssuedToken & { id: number })[] = [];
  #count = 0;

  constructor(bank: Pick<Bank, "clock" | "identifiers" | "switches" | "events">) {
    this.#bank = bank;
  }

  /** Hands out a new one; `expiresAt` in milliseconds since 1970. The hundred last are remembered. */
  issue(): IssuedToken {
    const token = this.#bank.identifiers.hex("bearer", 40);
    const issued = { id: ++this.#count, token, expiresAt: this.#bank.clock.now() + lifetime };
    this.#tokens = [...this.#tokens.slice(1 - kept), issued];
    this.#bank.events.publish("token", () => masked(issued));
    return { token, expiresAt: issued.expiresAt };
  }

  /** Whether a request carries a token that is valid now, in the header that the switch `bearer-header` names. */
  isCarriedBy(headers: IncomingHttpHeaders): boolean {
    const all = this.#bank.switches.get("bearer-header") === "any";
    const values = all ? Object.values(headers) : [headers.authorization];
    const now = this.#bank.clock.now();
    return values.some((value) => {
      const sent = String(value ?? "").replace(/^bearer +/i, "");
      return this.#tokens.some(({ token, expiresAt }) => token === sent && now < expiresAt);
    });
  }

  list(): SandboxToken[] {
    return this.#tokens.map(masked);
  }

  clear(): void {
    this.#tokens = [];
  }
}

const masked = ({ id, token, expiresAt }: IssuedToken & { id: number }): SandboxToken => ({
  id,
  masked: `${token.slice(0, 4)}…${token.slice(-4)}`,
  expiresAt,
});
