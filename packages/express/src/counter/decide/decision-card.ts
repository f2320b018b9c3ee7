import { formatMoney, type Html, html } from "@ventanilla/web";
import { isAuthorized } from "../../attempt/approval.ts";
import type { Attempt, Handling } from "../../attempt/attempt.ts";
import { decisionBasis } from "../../attempt/decision-basis.ts";
import { reviewKind } from "../../attempt/needs-person.ts";
import { maxLengths } from "../../attempt/rules.ts";
import { paymentPath } from "../../base/payment-path.ts";
import { dateText } from "../format.ts";
import { backInput } from "../give-back/given-back.ts";
import { amountField } from "../page/amount-field.ts";
import type { FieldError } from "../page/error-summary.ts";
import { type Choice, radioCards } from "../page/radio-cards.ts";
import { isAboutMoneyBack, type ReversiblePayment, type Situation, type SituationKind } from "../standing/situation.ts";
import { voidTime } from "../standing/void-time.ts";
import { sumLines } from "../sums/sum-lines.ts";
import { checkTexts } from "../texts/check.ts";
import { type DecisionTexts, decisionTexts } from "../texts/decision-card.ts";
import { givenBackTexts } from "../texts/given-back.ts";
import type { CounterLanguage } from "../texts/texts.ts";
import type { Visit } from "../visit.ts";
import { type BankRequest, letterForm, letterText, requestTitle } from "./letter.ts";
import { paymentsBeside, toGiveBack } from "./payments-beside.ts";

/** What is wrong in a field of the form. */
export interface DecisionError {
  field: Field;
  text: string;
}

/** The fields of a form that was refused, to be shown again. */
export interface RefusedForm {
  /** What is wrong in them. Absent when the payment has changed meanwhile, or the person wants to change something. */
  errors?: readonly DecisionError[];
  decision: string;
  /** Of one of two payments that was given back: the day on which the bank did it, as it was typed. */
  on?: string;
  reason: string;
  reference?: string;
  authorizationCode?: string;
  /** The part of the amount that the bank approved, as it was typed. */
  approved?: string;
}

/** The fields of the bank's answer that do not match, in the words of the staff. */
export function fieldNames(mismatch: readonly string[], language: CounterLanguage): string {
  const { fields } = decisionTexts[language];
  return mismatch.map((name) => fields[name] ?? name).join(", ");
}

/** One of several payments: its amount, and the bank's reference. */
const nameOf = ({ attempt: { amount, facts } }: ReversiblePayment, { ask }: DecisionTexts): string =>
  ask.payment(formatMoney(amount), facts.verdict?.reference);

/** What happened, in plain words. */
function whatHappened(situation: Situation, language: CounterLanguage): string {
  const { happened } = decisionTexts[language];
  const { kind, attempt, payment, orderAmount, isCapture } = situation;
  const [other] = situation.otherPayments;
  const { code = "00", mismatch = [] } = attempt.facts.verdict ?? {};
  switch (kind) {
    case "unknown":
      return isCapture ? happened.unknownCapture : happened.unknown;
    case "review":
      return mismatch.length > 0 ? happened.reviewFields(fieldNames(mismatch, language)) : happened.reviewCode(code);
    case "otherAmount":
      return happened.otherAmount(formatMoney(attempt.amount), orderAmount ? formatMoney(orderAmount) : "?");
    case "paidTwice": {
      if (!other) return happened.alone;
      const isHeld = isAuthorized(payment.attempt);
      if (isHeld !== isAuthorized(other.attempt)) return happened.chargedAndHeld;
      const said = [isHeld ? happened.authorizedTwice : happened.paidTwice, happened.later];
      return [...(haveOnePrice(situation) ? [] : [happened.amounts]), ...said].join(" ");
    }
    default:
      return happened[kind];
  }
}

/** Whether what the order costs says nothing of which of two payments should go back: both have one amount, or one is held. */
function haveOnePrice({ payment: { attempt }, otherPayments: [other] }: Situation): boolean {
  if (!other || isAuthorized(attempt) !== isAuthorized(other.attempt)) return true;
  return formatMoney(attempt.amount) === formatMoney(other.attempt.amount);
}

/** Which of several payments had better go back. */
function recommendedText(situation: Situation, language: CounterLanguage): string {
  const { giveBack } = decisionTexts[language];
  const [first] = toGiveBack(situation);
  const amount = formatMoney(first.attempt.amount);
  const [one, another] = first === situation.payment ? giveBack.this : giveBack.other(amount);
  return haveOnePrice(situation) ? `${one}.` : giveBack.unless(one, another, amount);
}

/** What the bank approved beside what the order costs now. `undefined` where nothing can be taken off the other. */
function amountsApart({ kind, attempt: { amount }, orderAmount }: Situation, language: CounterLanguage) {
  if (kind !== "otherAmount" || orderAmount?.currency !== amount.currency) return undefined;
  const { paid, costs, missing, excess } = decisionTexts[language].apart;
  const minor = amount.minor - orderAmount.minor;
  return sumLines([
    { label: paid, amount: formatMoney(amount) },
    { label: costs, amount: formatMoney(orderAmount) },
    { label: minor < 0 ? missing : excess, amount: formatMoney({ ...amount, minor: Math.abs(minor) }), role: "result" },
  ]);
}

/** The text for the bank about one of the payments of a decision. */
function textFor(
  request: AskedRequest,
  { kind }: Situation,
  { attempt, isVoidable }: ReversiblePayment,
  { settings, language }: Visit,
): string {
  const { letter } = decisionTexts[language];
  const framings = {
    charge: [letter.question, letter.answers],
    amount: [letter.howMuch, letter.onlyAmount],
    back: [letter.give(isVoidable, kind === "partial"), letter.confirm],
  } as const;
  const [first, last] = framings[request === "void" ? "back" : request];
  return letterText({ first, last, attempt }, settings, language);
}

/** The name of a decision, with the payment that it is about. Beside the facts of two payments "this" and "the other" say it. */
export const wholeName = ({ name, which }: Choice): string => (which === undefined ? name : `${name}: ${which}`);

/** The decision that a form names. `undefined` when it names none of those that can be chosen. */
export const choiceNamed = (situation: Situation, decision: string, language: CounterLanguage): Choice | undefined =>
  decisionsOf(situation, decisionTexts[language]).find(({ value }) => value === decision);

/** The decisions that a person can choose, each with its name and its effects. */
function decisionsOf(situation: Situation, words: DecisionTexts): Choice[] {
  const { kind, attempt, orderAmount, isStillAsked } = situation;
  const { effects } = words;
  if (kind === "paidTwice") return decisionsOnSeveral(situation, words);
  const names = choiceNames(kind, words);
  const paid = paidEffect(situation, effects);
  const notPaid = unpaidEffect(situation, effects);
  if (!isAboutMoneyBack(situation)) {
    return [
      { value: "yes", name: names.yes, does: [paid] },
      { value: "no", name: names.no, does: [notPaid, ...(isStillAsked ? [effects.mayStillApprove] : [])] },
    ];
  }
  const other = orderAmount ? [effects.otherAmount(formatMoney(attempt.amount), formatMoney(orderAmount))] : [];
  const accept = { value: "yes", name: names.yes, does: [paid, ...other] };
  const giveBack = { value: "no", name: names.no, does: [effects.backFirst, notPaid] };
  return kind === "partial" ? [accept, giveBack] : [{ ...giveBack, mark: words.recommended }, accept];
}

/** What becomes of the order when the payment counts as paid. */
function paidEffect(situation: Situation, effects: DecisionTexts["effects"]): string {
  if (situation.isPaidByAnother) return effects.paidAgain;
  if (situation.attempt.facts.capture === "later") return effects.authorized;
  return situation.isCapture ? effects.captured : effects.paid;
}

/** What becomes of the order when the payment does not count as paid. */
function unpaidEffect({ isBlockedByAnother, isCapture }: Situation, effects: DecisionTexts["effects"]): string {
  if (isBlockedByAnother) return effects.unchangedOrder;
  return isCapture ? effects.recapturable : effects.payable;
}

/** The decisions about a further payment: which of the order's payments was given back, or that none was. */
function decisionsOnSeveral(situation: Situation, words: DecisionTexts): Choice[] {
  const { yes, no, effects, recommended } = words;
  const { payment } = situation;
  const payments = toGiveBack(situation);
  const isPaid = payments.some((each) => !isAuthorized(each.attempt));
  const stays = [isPaid ? effects.staysPaid : effects.staysAuthorized, effects.offTheList];
  // The order is charged already: the router does not capture this authorization as well.
  const held = isPaid && isAuthorized(payment.attempt) ? [effects.staysHeld] : [];
  const returned = (each: ReversiblePayment): Choice =>
    each === payment
      ? { value: "yes", name: yes.returned, which: nameOf(each, words), does: [effects.backFirst, ...stays] }
      : {
          value: `yes:${each.attempt.id}`,
          name: yes.returnedOther,
          which: nameOf(each, words),
          does: [effects.backFirst, ...held, ...stays],
        };
  const [first, ...rest] = payments.map(returned);
  return [
    ...(first ? [{ ...first, mark: recommended }] : []),
    ...rest,
    { value: "no", name: no.keep, does: [...held, ...stays] },
  ];
}

/**
 * Until when the money can go back, and a link to the form on a phone; what happened, or of two payments their facts side
 * by side; what to ask the bank; and the form with the decisions and their effects. No form without the permission `resolve`.
 */
export function decisionCard(visit: Visit, situation: Situation, refused?: RefusedForm): Html {
  const { language, staff } = visit;
  const words = decisionTexts[language];
  const happened = amountsApart(situation, language) ?? html`<p>${whatHappened(situation, language)}</p>`;
  const isOfSeveral = situation.otherPayments.length > 0;
  const until = html`${byWhen(visit, situation)}${staff.mayResolve && html`<p class="on-small"><a href="#form-${situation.attempt.id}">${words.toForm[topicOf(situation)]}</a></p>`}`;
  return html`${isOfSeveral && html`<p><strong>${recommendedText(situation, language)}</strong> ${whatHappened(situation, language)}</p>`}
${isAboutMoneyBack(situation) && until}
<div class="decision">
${isOfSeveral ? paymentsBeside(visit, toGiveBack(situation), situation) : html`<div>${happened}${!isAboutMoneyBack(situation) && until}</div>`}
<div>${requestsOf(situation).map((request, index) => requestCard(visit, request, situation, index > 0))}</div>
${staff.mayResolve ? decisionForm(visit, situation, words, refused) : html`<p class="dim">${words.noForm}</p>`}
</div>`;
}

const topicOf = (situation: Situation): "money" | "charge" => (isAboutMoneyBack(situation) ? "money" : "charge");

/** What is asked about a payment that waits for a decision. */
type AskedRequest = Exclude<BankRequest, "return">;

/**
 * What the staff may ask. About an approval in part: how much it was, to collect the rest, or to give the part back.
 */
function requestsOf(situation: Situation): AskedRequest[] {
  if (!isAboutMoneyBack(situation)) return ["charge"];
  const back = toGiveBack(situation)[0].isVoidable ? "void" : "back";
  return situation.kind === "partial" ? ["amount", back] : [back];
}

/** Until when something has to be done: a void before the batch closes, and everything else at once. */
function byWhen(visit: Visit, situation: Situation): Html {
  const { payment, now } = situation;
  if (isAboutMoneyBack(situation))
    return voidTime(visit, payment.closesAt, now, situation.kind === "partial" ? "asked" : "payment");
  return html`<p>${decisionTexts[visit.language].ask.atOnce}</p>`;
}

/** What a person does first about a payment, in a few words. */
export function firstRequest(situation: Situation, language: CounterLanguage): string {
  const [request = "charge"] = requestsOf(situation);
  return requestTitle(request, language);
}

/**
 * A text to be read out to the bank, copied or sent. Of two payments of an order the one that had better go back comes
 * first, and the other is folded; so is a request that is not the first.
 */
function requestCard(visit: Visit, request: AskedRequest, situation: Situation, isFolded: boolean): Html {
  const { language } = visit;
  const words = decisionTexts[language];
  const { ask } = words;
  const id = `${request}-${situation.attempt.id}`;
  const title = requestTitle(request, language);
  const [first, ...others] = toGiveBack(situation);
  const letter = (payment: ReversiblePayment) => {
    const text = textFor(request, situation, payment, visit);
    const label = others.length > 0 ? `${title}: ${nameOf(payment, words)}` : title;
    return letterForm(visit, { request, attempt: payment.attempt, label, text });
  };
  const other = (payment: ReversiblePayment) =>
    html`<details><summary>${ask.instead}${others.length > 1 && `: ${nameOf(payment, words)}`}</summary>${voidTime(visit, payment.closesAt, situation.now)}${letter(payment)}</details>`;
  const body = html`<p class="dim">${ask.how}</p>
${first !== situation.payment && html`<p><strong>${nameOf(first, words)}</strong></p>`}
${letter(first)}
${others.map(other)}`;
  if (isFolded) return html`<details><summary>${title}</summary>${body}</details>`;
  return html`<section aria-labelledby="${id}"><h3 id="${id}">${title}</h3>${body}</section>`;
}

function decisionForm(visit: Visit, situation: Situation, words: DecisionTexts, refused?: RefusedForm): Html {
  const { root, token, language } = visit;
  const { attempt } = situation;
  const id = attempt.id;
  const about = topicOf(situation);
  const isUndecided = errorIn("choice", refused) !== undefined;
  const choices = decisionsOf(situation, words);
  // What all of them do is said once, and so is what is true whichever is chosen.
  const timesSaid = (effect: string) => choices.filter(({ does }) => does.includes(effect)).length;
  const { backFirst } = words.effects;
  const all = new Set(choices.flatMap(({ does }) => does));
  const shared = new Set(
    [...all].filter((effect) => timesSaid(effect) > (effect === backFirst ? 1 : choices.length - 1)),
  );
  const isOfTwo = situation.otherPayments.length === 1;
  const options = choices.map((choice) => ({
    ...choice,
    name: isOfTwo ? choice.name : wholeName(choice),
    does: choice.does.filter((effect) => !shared.has(effect)),
  }));
  const describedAs = [isUndecided && `error-choice-${id}`, shared.size > 0 && `shared-${id}`].filter(Boolean);
  return html`<form method="post" action="${root}${paymentPath(id)}/resolve" id="form-${id}" novalidate>
<input type="hidden" name="token" value="${token}">
<input type="hidden" name="seen" value="${decisionBasis(attempt)}">
<fieldset${describedAs.length > 0 && html` aria-describedby="${describedAs.join(" ")}"`}>
<legend>${words.legend[about]}</legend>
${shared.size > 0 && html`<p class="dim" id="shared-${id}">${[...shared].join(" ")}</p>`}
${radioCards("decision", id, options, refused?.decision)}
${errorAt("choice", id, refused)}
</fieldset>
${situation.kind === "paidTwice" && html`<div class="needs fields">${returnFields(visit, situation, refused)}</div>`}
${asksForNumbers(situation) && numberFields(id, words, refused)}
${asksForPart(situation) && partField(visit, situation, refused)}
<label class="field" for="reason-${id}">${words.reason[about]}</label>
<p class="dim" id="hint-${id}">${words.reasonHint}</p>
<textarea name="reason" id="reason-${id}" rows="2" maxlength="${maxLengths.reason}" required ${describedBy("reason", "hint", id, refused)}>${refused?.reason ?? ""}</textarea>
${errorAt("reason", id, refused)}
<p class="dim">${checkTexts[language].final}</p>
<button>${words.record}</button>
</form>`;
}

/** The fields of the form that can be refused, and the first element of each. */
const elementOf = {
  choice: "choice-0",
  on: "back-on",
  reference: "back-reference",
  numbers: "reference",
  authorization: "authorization",
  approved: "approved",
  reason: "reason",
} as const;
type Field = keyof typeof elementOf;

const fields = Object.keys(elementOf) as Field[];

/** Everything that is wrong with the form about an attempt, in its order. */
export const decisionErrors = (id: string, refused: RefusedForm | undefined): FieldError[] =>
  fields.flatMap((field) => {
    const text = errorIn(field, refused);
    return text === undefined ? [] : [{ field: `${elementOf[field]}-${id}`, text }];
  });

const errorIn = (field: Field, refused?: RefusedForm): string | undefined =>
  refused?.errors?.find((error) => error.field === field)?.text;

/** The error of a field, repeated beside it: on a phone the top of the form is out of sight. */
function errorAt(field: Field, id: string, refused?: RefusedForm): Html | undefined {
  const wrong = errorIn(field, refused);
  return wrong === undefined ? undefined : html`<span class="wrong" id="error-${field}-${id}">${wrong}</span>`;
}

/** The fields for the day on which the bank gave one of two payments back, and its reference: those of any return. */
function returnFields(
  { language, settings }: Visit,
  { attempt: { id }, now }: Situation,
  refused?: RefusedForm,
): readonly Html[] {
  const { fields: labels, hints } = givenBackTexts[language];
  const values = { on: refused?.on ?? dateText(now, settings.timeZone), reference: refused?.reference };
  return (["on", "reference"] as const).map((name) =>
    backInput(name, {
      id: `${elementOf[name]}-${id}`,
      label: labels[name],
      hint: hints[name],
      value: values[name],
      wrong: errorIn(name, refused),
    }),
  );
}

/** The ARIA attributes of a field: its hint, and before it the error of a refused one. */
function describedBy(field: Field, hint: string, id: string, refused?: RefusedForm): Html {
  if (!errorIn(field, refused)) return html`aria-describedby="${hint}-${id}"`;
  return html`aria-invalid="true" aria-describedby="error-${field}-${id} ${hint}-${id}"`;
}

/** Whether the form asks for the bank's numbers: its answers have none, or only those of the card that was refused. */
const asksForNumbers = (situation: Situation): boolean =>
  !isAboutMoneyBack(situation) &&
  (situation.kind === "unconfirmed" || situation.attempt.facts.verdict?.reference === undefined);

/** The fields for the numbers that the bank gives by telephone or in its portal. */
function numberFields(id: string, words: DecisionTexts, refused?: RefusedForm): Html {
  const field = (
    name: "numbers" | "authorization",
    label: string,
    length: number,
    value = "",
  ) => html`<div><label class="field" for="${elementOf[name]}-${id}">${label}</label>
<p class="dim" id="hint-${name}-${id}">${words.numbersHints[name]}</p>
<input name="${elementOf[name]}" id="${elementOf[name]}-${id}" maxlength="${length}" autocomplete="off" spellcheck="false" value="${value}" ${describedBy(name, `hint-${name}`, id, refused)}>
${errorAt(name, id, refused)}</div>`;
  return html`<div class="needs fields">${field("numbers", words.letter.reference, maxLengths.reference, refused?.reference)}${field("authorization", words.letter.authorization, maxLengths.authorizationCode, refused?.authorizationCode)}</div>`;
}

/**
 * Whether the form asks for an approved part: the bank's code says that it is one, or the bank may say so by telephone.
 */
const asksForPart = ({ kind }: Situation): boolean =>
  kind === "partial" || kind === "review" || kind === "unknown" || kind === "unconfirmed";

function partField(visit: Visit, { kind, attempt: { id, amount } }: Situation, refused?: RefusedForm): Html {
  const { label, ofPart, ifPart } = decisionTexts[visit.language].approvedPart;
  return html`<div class="needs fields"><div><label class="field" for="approved-${id}">${label}</label>
<p class="dim" id="part-${id}">${(kind === "partial" ? ofPart : ifPart)(formatMoney(amount))}</p>
${amountField(amount, html`<input name="approved" id="approved-${id}" maxlength="24" inputmode="decimal" autocomplete="off" value="${refused?.approved ?? ""}" ${describedBy("approved", "part", id, refused)}>`)}
${errorAt("approved", id, refused)}</div></div>`;
}

/** The names of the two decisions about a payment. Decisions about two payments of an order have other names. */
function choiceNames(kind: SituationKind, { yes, no }: DecisionTexts): Record<"yes" | "no", string> {
  if (!isAboutMoneyBack({ kind })) return { yes: yes.charged, no: no.notCharged };
  return kind === "partial" ? { yes: yes.rest, no: no.partBack } : { yes: yes.accept, no: no.giveBack };
}

/** The name of the decision that a person recorded about a payment, as the form showed it. */
export function decisionName({ facts }: Attempt, paid: boolean, language: CounterLanguage): string {
  return choiceNames(reviewKind(facts.verdict), decisionTexts[language])[paid ? "yes" : "no"];
}

/**
 * What a person recorded about two payments of an order.
 * @param id the charge of one of them: `returnedThis` means that one
 */
export function handlingOf(
  id: string,
  { returned, returnedAttempt }: Handling,
): "kept" | "returned" | "returnedThis" | "returnedOther" {
  if (!returned) return "kept";
  if (returnedAttempt === undefined) return "returned";
  return returnedAttempt === id ? "returnedThis" : "returnedOther";
}
