import { formatMoney } from "@ventanilla/web";
import { isBeingSent, sumGivenBack } from "../../attempt/approval.ts";
import type { Attempt, GivenBack } from "../../attempt/attempt.ts";
import { decided } from "../../attempt/decided.ts";
import { decisionBasis } from "../../attempt/decision-basis.ts";
import { canBeSaid, endSending, leftOf, sentAgain } from "../../attempt/given-back.ts";
import { paymentPath } from "../../base/payment-path.ts";
import { cardText } from "../format.ts";
import { checkPage } from "../page/check-page.ts";
import { filledIn, readBack, statementPage } from "../payment/filled-in.ts";
import { keepChecked } from "../payment/opened.ts";
import { givenBackTexts } from "../texts/given-back.ts";
import { reverseTexts } from "../texts/reverse.ts";
import type { Answer, CounterRoute, Visit } from "../visit.ts";
import { originalOf, sendBack } from "./send-back.ts";

/**
 * The forms of a payment's page that send a part back to its card, and that say of one in doubt that it did not go. Each is
 * checked first, then confirmed.
 */
export const reverseRoutes: readonly CounterRoute[] = [
  { method: "POST", path: /^\/payments\/([^/]+)\/send-back$/, may: "reverse", answer: send },
  { method: "POST", path: /^\/payments\/([^/]+)\/not-given-back$/, answer: deny },
];

async function send(visit: Visit, id = ""): Promise<Answer> {
  const { store } = visit.settings;
  const filled = await filledIn(visit, id, "send");
  if ("body" in filled) return filled;
  const { charge, attempts, typed, now, step, isCurrent, again } = filled;
  const words = reverseTexts[visit.language];
  const left = leftOf(charge);
  const { reverse } = visit.exits;
  const original = await originalOf(visit, charge, attempts);
  if (reverse === undefined || original === undefined || left === undefined) {
    return again(charge, 409, { message: words.cannot });
  }
  const read = readBack(visit, typed, charge, left, now);
  if ("errors" in read) return again(charge, 422, { errors: read.errors });
  const { part } = read;
  const same = sentAgain(charge);
  if (step !== "record" && same !== undefined && same.minor !== part.amount.minor) {
    return again(charge, 422, { errors: [{ field: "amount", text: words.send.hints.same(formatMoney(same)) }] });
  }
  if (!isCurrent) return again(charge, 409, { message: givenBackTexts[visit.language].changed });
  if (step === "change") return again(charge, 200, {});
  if (step !== "record") {
    await keepChecked(visit, charge.id, now);
    return sendingPage(visit, charge, part);
  }
  const { amount, reason, by } = part;
  const sending = { rest: reverse.rest, original, charge, amount, reason, by, seen: decisionBasis(charge) };
  const after = await sendBack(visit, sending);
  if (after === undefined) {
    const current = (await store.findAttempt(charge.id)) ?? charge;
    return again(current, 409, { message: words.cannot });
  }
  await store.recordAction({ by, action: "sendBack", subject: charge.id, note: reason });
  return { to: `${paymentPath(charge.id)}?recorded=${sumGivenBack(after) > 0 ? "back" : "sent"}` };
}

/** What is about to be sent back. */
function sendingPage(visit: Visit, charge: Attempt, { amount, reason }: GivenBack): Answer {
  const { language } = visit;
  const { send: words } = reverseTexts[language];
  const { check } = givenBackTexts[language];
  const minor = (leftOf(charge)?.minor ?? 0) - amount.minor;
  const { maskedCard } = charge.facts.verdict ?? {};
  return checkPage(visit, {
    section: "payments",
    words: words.check,
    amount: formatMoney(amount),
    said: words.said,
    rows: [
      [check.order, charge.order],
      [words.card, maskedCard && cardText(maskedCard, language)],
      [words.fields.reason, reason],
      [check.left, formatMoney({ ...amount, minor })],
      [check.effects, minor > 0 ? `${words.does} ${words.once}` : words.does],
    ],
    action: `${paymentPath(charge.id)}/send-back`,
    fields: ["seen", "amount", "reason"],
  });
}

/** Says of a part in doubt that it did not go. */
export async function deny(visit: Visit, id = ""): Promise<Answer> {
  const filled = await filledIn(visit, id, "deny");
  if ("body" in filled) return filled;
  const { charge, typed, now, step, isCurrent, again } = filled;
  const { deny: words } = reverseTexts[visit.language];
  const { changed } = givenBackTexts[visit.language];
  const { sentBack } = charge.facts;
  if (!isCurrent || sentBack === undefined || !isBeingSent(charge) || !canBeSaid(sentBack, now)) {
    return again(charge, 409, { message: changed });
  }
  const { amount } = sentBack;
  const read = readBack(visit, { ...typed, amount: formatMoney(amount) }, charge, amount, now);
  if ("errors" in read) return again(charge, 422, { errors: read.errors });
  if (step === "change") return again(charge, 200, {});
  const { reason, by } = read.part;
  if (step !== "record") {
    await keepChecked(visit, charge.id, now);
    const fields = ["seen", "reason"];
    return statementPage(visit, charge, { amount, reason, words, path: "not-given-back", fields });
  }
  const outcome = { what: "denied", reason, by, at: now } as const;
  const seen = decisionBasis(charge);
  const decide = (current: Attempt) => endSending(current, sentBack.id, outcome);
  const { attempt: after, change } = await visit.record(charge, decided(decide, seen));
  if (change === undefined) return again(after, 409, { message: changed });
  await visit.settings.store.recordAction({ by, action: "denyReturn", subject: charge.id, note: reason });
  return { to: `${paymentPath(charge.id)}?recorded=sent` };
}
