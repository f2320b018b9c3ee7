import { type Html, type HtmlValue, html, printable } from "@ventanilla/web";
import type { OutboxEvent } from "../../attempt/outbox-event.ts";
import type { EventRecord, KeptAction } from "../../stores/staff-store.ts";
import { timesOf } from "../format.ts";
import { paymentTexts } from "../texts/payment.ts";
import type { Visit } from "../visit.ts";

/** An event of the outbox, and the staff's requests to deliver it again. */
type Notice<Event> = Event & { retries: KeptAction[] };

/** Looks up who had these events delivered again. */
export async function noticesOf<Event extends OutboxEvent>(
  { settings }: Visit,
  events: readonly Event[],
): Promise<Notice<Event>[]> {
  const actions = await settings.store.actionsOf(...events.map(({ id }) => id));
  return events.map((event) => ({ ...event, retries: actions.filter(({ subject }) => subject === event.id) }));
}

/**
 * A notice to the shop's system: its delivery, its error, and who had it delivered again, with what result. One that
 * was given up has a button to deliver it again.
 */
export function noticeLines(
  visit: Visit,
  notice: Notice<Pick<EventRecord, "id" | "type" | "dead" | "error">>,
  delivery: HtmlValue,
): Html {
  const { language, moment } = visit;
  const { events: words } = paymentTexts[language];
  const { id, type, retries, dead, error } = notice;
  const named = html`<p><strong>${words.names[type]}.</strong> ${delivery}</p>`;
  return html`${dead ? html`<div class="apart">${named}${retryForm(visit, id, words.retry)}</div>` : named}
${retries.map(({ by, at }, index) => html`<p class="dim">${words.retried(by, moment(at), dead || index < retries.length - 1)}</p>`)}
${error !== undefined && html`<details><summary>${words.error}</summary><p class="error">${printable(error)}</p></details>`}`;
}

/** When a notice was delivered or will be, since when it is due, or that it was given up. */
export function deliveryText({ language, settings }: Visit, notice: EventRecord, now: number): string {
  const { events: words } = paymentTexts[language];
  const { wholeMoment } = timesOf(language, settings.timeZone);
  const { dead, deliveredAt, createdAt, dueAt = createdAt, tries } = notice;
  if (dead) return words.dead(tries);
  if (deliveredAt !== undefined) return words.delivered(wholeMoment(deliveredAt), tries);
  return `${tries > 0 ? `${words.failed(tries)} ` : ""}${words[dueAt > now ? "next" : "due"](wholeMoment(dueAt))}`;
}

/** Stands for every event that the page shows, in the place of an id. */
export const everyNotice = "all";

/** The button that delivers an event again, or {@link everyNotice}. Absent without the permission `resolve`. */
export function retryForm({ root, token, staff }: Visit, event: string, name: string): Html | undefined {
  if (!staff.mayResolve) return undefined;
  return html`<form method="post" action="${root}events/retry">
<input type="hidden" name="token" value="${token}">
<input type="hidden" name="event" value="${event}">
<button class="quiet">${name}</button>
</form>`;
}
