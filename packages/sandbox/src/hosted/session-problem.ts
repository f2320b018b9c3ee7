import { orderLabel } from "../console-lines.ts";
import { brief, type Reason, type Translated } from "../reason.ts";
import type { Ledger } from "./ledger.ts";
import type { LedgerSession } from "./session.ts";

/** Why no session was made under this SESSION. */
export function noSuchSession(sent: string, ledger: Ledger): Reason {
  const page = ledger.findByPage(sent);
  if (page === undefined) {
    return {
      es: `este banco no tiene la sesión ${brief(sent)}: se esperaba una que haya creado desde que arrancó, en esta dirección`,
      en: `this bank has no session ${brief(sent)}: expected one that it made since it was started, at this address`,
    };
  }
  const name = orderLabel(page.purchase.order, page.id);
  return {
    es: `SESSION es el de la página de pago de ${name}, que trae el regreso: se esperaba el de la creación de la sesión`,
    en: `SESSION is that of the payment page of ${name}, which the return carries: expected that of the session's creation`,
  };
}

/** The result was queried too late. */
export function sessionOver(session: LedgerSession, ledger: Ledger, now: number): Reason {
  const name = orderLabel(session.purchase.order, session.id);
  const minutes = (until: number): number => Math.floor((until - session.createdAt) / 60_000);
  const [after, life] = [minutes(now), minutes(ledger.expiresAt(session))];
  return {
    es: `la sesión de ${name} terminó: se consultó ${after} minutos después de su creación y se esperaba dentro de ${life}`,
    en: `the session of ${name} is over: asked ${after} minutes after its creation, expected within ${life}`,
  };
}

function keyProblem(sent: string | null, id: string): Translated {
  if (!sent) return { es: "falta", en: "is missing" };
  return sent === id ? { es: "es el SESSION", en: "is the SESSION" } : { es: "es otro", en: "is another" };
}

/** A query without the right key. The key is not repeated, right or wrong. */
export function wrongKey({ id, purchase }: LedgerSession, sent: string | null): Reason {
  const name = orderLabel(purchase.order, id);
  const { es, en } = keyProblem(sent, id);
  return {
    es: `"sk" ${es}: se esperaba la session-key de la creación de la sesión de ${name}`,
    en: `"sk" ${en}: expected the session-key of the creation of the session of ${name}`,
  };
}
