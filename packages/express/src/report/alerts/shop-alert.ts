import { printable } from "@ventanilla/web";
import { paymentPath } from "../../base/payment-path.ts";
import type { Alert, AlertMessage, Subject } from "../messages.ts";
import { alertSentences } from "./alert-sentences.ts";

/**
 * An alert for people, by email or chat. It holds ids and the router's own sentences: no session, no key, no card, and
 * no error of the shop, which is in the log alone. An order's id may hold any text: escape it in HTML.
 */
export interface ShopAlert extends Partial<Subject> {
  /** The same each time that {@link Options.onAlert} is called with this alert. */
  id: string;
  /** The reason. */
  code: Alert;
  /** The event's id, if the alert is about one. */
  event?: string;
  /** What a person has to know, in Spanish and in English. */
  text: Record<"es" | "en", string>;
  /** The counter's page of the payment, or the counter, below `counterUrl`. Absent without that option. */
  url?: string;
  /** When it was raised, in milliseconds since the epoch, by the store's clock. */
  at: number;
}

/** Alerts whose cause is not one payment: during an outage each payment raises one. */
const aboutShop: ReadonlySet<Alert> = new Set([
  "launch_failed",
  "hook_failing",
  "key_lost",
  "unaskable",
  "store_failed",
  "database_replaced",
  "payment_missing",
  "request_failed",
  "no_returns",
]);

/**
 * Alerts that come again for the same event: it is given up once more after a person has retried it, or its hook hangs
 * once more. Only one process at a time can raise them.
 */
const repeated: ReadonlySet<Alert> = new Set(["dead_event", "hook_slow"]);

const hourMs = 60 * 60_000;

/**
 * The alert as people get it.
 * @param at the time by the store's clock, in milliseconds
 * @param counterUrl where the counter is mounted
 */
export function shopAlertOf(message: AlertMessage, at: number, counterUrl: string | undefined): ShopAlert {
  const { code, order, attempt, event, orderReference } = message;
  const { es, en } = alertSentences[sentenceOf(message)];
  const isAboutShop = isAboutTheShop(message) || order === undefined;
  const name = printable(order ?? "");
  const page = isAboutShop || attempt === undefined ? "" : `/${paymentPath(attempt)}`;
  return {
    id: idOf(message, at),
    code,
    ...(order !== undefined && { order }),
    ...(attempt !== undefined && { attempt }),
    ...(orderReference !== undefined && { orderReference }),
    ...(event !== undefined && { event }),
    text: isAboutShop ? { es, en } : { es: `Pedido ${name}: ${es}`, en: `Order ${name}: ${en}` },
    ...(counterUrl !== undefined && { url: counterUrl + page }),
    at,
  };
}

function sentenceOf(message: AlertMessage): keyof typeof alertSentences {
  const { code, isPartial = false, holdsApproval = false, isUnrecorded = false } = message;
  if (holdsApproval) return "unwritten";
  if (isUnrecorded) return "unrecorded";
  return isPartial ? "partial" : code;
}

/** Whether its cause is not one payment. */
const isAboutTheShop = ({ code, holdsApproval = false, isUnrecorded = false }: AlertMessage): boolean =>
  aboutShop.has(code) && !holdsApproval && !isUnrecorded;

/**
 * The id of an alert, by which the same alert is sent once. An alert that is not about one payment has the same id for
 * an hour, hooks that fail one for each kind of event.
 */
function idOf(message: AlertMessage, at: number): string {
  const { code, order, attempt, event } = message;
  if (isAboutTheShop(message)) {
    const kind = code === "hook_failing" ? `${code}:${event?.split(":")[0]}` : code;
    return `${kind}:${new Date(Math.floor(at / hourMs) * hourMs).toISOString()}`;
  }
  const subject = event ?? attempt ?? order ?? "";
  return repeated.has(code) ? `${code}:${subject}:${at}` : `${code}:${subject}`;
}
