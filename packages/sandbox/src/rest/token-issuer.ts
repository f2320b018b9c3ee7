import type { IncomingHttpHeaders } from "node:http";
import type { Reason } from "../reason.ts";
import type { Runtime } from "../runtime.ts";

/** A new bearer token for refunds. */
export type IssuedToken = {
  /** 40 hexadecimal digits. A secret. */
  token: string;
  /** Milliseconds since 1970, by the sandbox's clock. */
  expiresAt: number;
};

/** A bearer token as the control API lists it: what is shown is not enough to use it. */
export type SandboxToken = { id: number; masked: string; expiresAt: number };

// Contract §8.
const lifetime = 60 * 60 * 1000;
const kept = 100;

/** The bearer tokens of refunds (contract §5.3), each valid for one hour of the sandbox's clock. */
export class TokenIssuer {
  readonly #bank: Pick<Runtime, "clock" | "identifiers" | "switches" | "events">;
  #tokens: (IssuedToken & { id: number })[] = [];
  #count = 0;

  constructor(bank: Pick<Runtime, "clock" | "identifiers" | "switches" | "events">) {
    this.#bank = bank;
  }

  /** Issues a new one; `expiresAt` in milliseconds since 1970. The last hundred are remembered. */
  issue(): IssuedToken {
    const token = this.#bank.identifiers.hex("bearer", 40);
    const issued = { id: ++this.#count, token, expiresAt: this.#bank.clock.now() + lifetime };
    this.#tokens = [...this.#tokens.slice(1 - kept), issued];
    this.#bank.events.publish("token", () => masked(issued));
    return { token, expiresAt: issued.expiresAt };
  }

  /** Whether a request carries a token that is valid now, in the header that the switch `bearer-header` names. */
  isCarriedBy(headers: IncomingHttpHeaders): boolean {
    const now = this.#bank.clock.now();
    return this.#carriedBy(headers).some(({ expiresAt }) => now < expiresAt);
  }

  /**
   * Why a request's bearer token is not accepted: missing, from another bank, of another scheme, or expired. The token
   * itself is not repeated.
   */
  problemOf(headers: IncomingHttpHeaders): Reason {
    const [late] = this.#carriedBy(headers);
    if (late !== undefined) {
      const minutes = Math.floor((this.#bank.clock.now() - late.expiresAt) / 60_000);
      return {
        es: `el token de portador venció hace ${minutes} minutos: se esperaba uno de menos de una hora`,
        en: `the bearer token expired ${minutes} minutes ago: expected one that is less than an hour old`,
      };
    }
    const [, scheme] = /^([a-z]{1,20}) +\S/i.exec(headers.authorization ?? "") ?? [];
    if (scheme !== undefined && scheme.toLowerCase() !== "bearer") {
      return {
        es: `el encabezado "Authorization" trae el esquema ${scheme}: se esperaba Bearer y un token de este banco`,
        en: `the header "Authorization" has the scheme ${scheme}: expected Bearer and a token of this bank`,
      };
    }
    return headers.authorization === undefined
      ? {
          es: 'falta el encabezado "Authorization": se esperaba "Bearer" y un token de este banco',
          en: 'the header "Authorization" is missing: expected "Bearer" and a token of this bank',
        }
      : {
          es: 'el encabezado "Authorization" trae un token que este banco no emitió: se esperaba uno del panel o de /control/tokens',
          en: 'the header "Authorization" has a token that this bank did not issue: expected one of the panel or of /control/tokens',
        };
  }

  /** The tokens of this bank that a request carries where the switch looks for them, expired or not. */
  #carriedBy(headers: IncomingHttpHeaders): IssuedToken[] {
    const all = this.#bank.switches.get("bearer-header") === "any";
    const sent = new Set(
      (all ? Object.values(headers) : [headers.authorization]).map((value) =>
        String(value ?? "").replace(/^bearer +/i, ""),
      ),
    );
    return this.#tokens.filter(({ token }) => sent.has(token));
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
