import { ArgumentError, type Money } from "@ventanilla/client";
import { decimalText, formatMoney, isoDate } from "@ventanilla/web";
import { chargeOf } from "../../attempt/approval.ts";
import type { Attempt, GivenBack } from "../../attempt/attempt.ts";
import { leftOf } from "../../attempt/given-back.ts";
import { isPaidTwice, isReturnUnclear } from "../../attempt/needs-person.ts";
import { withoutCardNumbers } from "../../base/card-numbers.ts";
import { paymentPath } from "../../base/payment-path.ts";
import { type BankNumbers, checkNumbers, checkStatement, checkUnused } from "../../staff/resolve.ts";
import { ResolveError } from "../../staff/resolve-error.ts";
import { timesOf } from "../format.ts";
import { checkPage } from "../page/check-page.ts";
import { readBack } from "../payment/filled-in.ts";
import { noPaymentPage, paymentPage } from "../payment/payment-page.ts";
import { isAboutMoneyBack, kindOf, situationOf } from "../standing/situation.ts";
import { standingName, standingOf } from "../standing/standing.ts";
import { decisionTexts } from "../texts/decision-card.ts";
import { givenBackTexts } from "../texts/given-back.ts";
import { decideTexts } from "../texts/open-decisions.ts";
import type { Answer, CounterRoute, Visit } from "../visit.ts";
import {
  choiceNamed,
  type DecisionError,
  decisionName,
  handlingOf,
  type RefusedForm,
  wholeName,
} from "./decision-card.ts";
import { whyNoPart, writtenPart } from "./written-part.ts";

/** The form on a payment's page that records what a person decided. */
export const recordRoutes: readonly CounterRoute[] = [
  { method: "POST", path: /^\/payments\/([^/]+)\/resolve$/, answer: record },
];

/** What a person has sent in the form of a decision. */
interface DecisionForm {
  /** As the form names it: `yes`, `no`, or `yes:` and the id of the payment that was given back. */
  decision: string;
  /** `yes` or `no`; any other text is refused. */
  choice: string;
  /** The id of the payment that was given back, of two. Default: the one that is decided */
  returnedAttempt: string | undefined;
  /** The day on which the bank gave one of two payments back, as it was typed. Its reference is among {@link numbers}. */
  on: string;
  reason: string;
  /** The basis of the decision that they were shown; `undefined` when the form has none. */
  seen: string | undefined;
  /** The numbers that the bank named. An empty field is left out. */
  numbers: BankNumbers;
  /** The part of the amount that the bank approved, as it was typed. Empty for none. */
  approved: string;
  /** {@link approved} as an amount. `undefined` when it is empty, or not a part of the payment's amount. */
  part: Money | undefined;
}

/** Reads the form of a decision about an attempt. */
function readDecision({ fields }: Visit, attempt: Attempt): DecisionForm {
  const textIn = (name: string) => fields.get(name)?.trim() ?? "";
  const decision = fields.get("decision") ?? "";
  const [choice = "", returnedAttempt] = isPaidTwice(attempt) ? decision.split(":") : [decision];
  const reference = textIn("reference");
  const authorizationCode = textIn("authorization");
  const approved = textIn("approved");
  const basis = fields.get("seen") ?? "";
  return {
    decision,
    choice,
    returnedAttempt,
    on: textIn("on"),
    // A person may type several lines. They are kept as one.
    reason: textIn("reason").replace(/\s+/g, " "),
    seen: isDecisionBasis(basis) ? basis : undefined,
    numbers: { ...(reference && { reference }), ...(authorizationCode && { authorizationCode }) },
    approved,
    part: approved === "" ? undefined : writtenPart(approved, attempt.amount),
  };
}

/** The form as it was sent, to be shown again. */
function sentForm({ decision, on, reason, approved, numbers }: DecisionForm): RefusedForm {
  return { decision, on, reason, approved, ...numbers };
}

/** What the form says of one of two payments that was given back: a return as any other, of all that is left. */
interface ReturnInForm {
  amount: Money;
  /** `undefined` where {@link errors} say what is wrong. */
  part?: GivenBack;
  errors: readonly DecisionError[];
}

/** Reads the return. `undefined` for any other decision, and for a payment that the order does not have. */
async function returnIn(visit: Visit, attempt: Attempt, form: DecisionForm): Promise<ReturnInForm | undefined> {
  if (!isPaidTwice(attempt) || form.choice !== "yes") return undefined;
  const { store } = visit.settings;
  const attempts = await store.attemptsOf(attempt.order);
  const named = attempts.find(({ id }) => id === (form.returnedAttempt ?? attempt.id));
  if (named === undefined) return undefined;
  const charge = chargeOf(named, attempts);
  const amount = leftOf(charge) ?? charge.amount;
  const { on, reason, numbers } = form;
  const typed = { amount: decimalText(amount.minor), on, reference: numbers.reference ?? "", reason };
  const read = readBack(visit, typed, charge, amount, await store.now());
  if ("part" in read) return { amount, part: read.part, errors: [] };
  const errors = read.errors.flatMap(({ field, text }) =>
    field === "on" || field === "reference" ? [{ field, text }] : [],
  );
  return { amount, errors };
}

/** The field that each reason is shown at. */
const fieldOf = {
  choice: "choice",
  reason: "reason",
  numbersOfNone: "numbers",
  malformed: "numbers",
  taken: "numbers",
  authorization: "authorization",
  referenceOfKept: "reference",
  approvedOfNone: "approved",
  approved: "approved",
} as const satisfies Record<string, DecisionError["field"]>;

/** Everything that is wrong in the fields of the form. */
async function errorsIn(
  visit: Visit,
  attempt: Attempt,
  form: DecisionForm,
  back: ReturnInForm | undefined,
): Promise<DecisionError[]> {
  const { choice, reason, approved, part, numbers } = form;
  const isNone = choice === "no";
  const isOfTwo = isPaidTwice(attempt);
  const { reference, authorizationCode } = numbers;
  const areNumbersOfNone = isNone && Object.keys(numbers).length > 0;
  const areChecked = !areNumbersOfNone && !isOfTwo;
  const isMalformed =
    areChecked && reference !== undefined && (await isRefused(() => checkNumbers({ paid: true, reference })));
  const errors: Record<keyof typeof fieldOf, boolean> = {
    choice: choice !== "yes" && !isNone,
    reason: await isRefused(() => checkStatement({ reason, by: visit.staff.name })),
    numbersOfNone: areNumbersOfNone && !isOfTwo,
    malformed: isMalformed,
    taken:
      areChecked &&
      !isMalformed &&
      reference !== undefined &&
      (await isRefused(() => checkUnused(visit.settings.store, attempt, reference))),
    authorization:
      areChecked &&
      authorizationCode !== undefined &&
      (await isRefused(() => checkNumbers({ paid: true, authorizationCode }))),
    referenceOfKept: areNumbersOfNone && isOfTwo,
    approvedOfNone: isNone && approved !== "",
    approved: !isNone && approved !== "" && part === undefined,
  };
  const texts = {
    ...decisionTexts[visit.language].refused,
    malformed: givenBackTexts[visit.language].wrong.reference,
    approved: whyNoPart(approved, attempt.amount, visit.language),
  };
  const wrong = (Object.keys(errors) as (keyof typeof fieldOf)[]).filter((error) => errors[error]);
  const textOf = (error: keyof typeof fieldOf) => texts[error];
  const placeOf = (error: keyof typeof fieldOf) =>
    error === "numbersOfNone" && reference === undefined ? "authorization" : fieldOf[error];
  return [...wrong.map((error) => ({ field: placeOf(error), text: textOf(error) })), ...(back?.errors ?? [])];
}

/** Whether the check throws an ArgumentError. */
async function isRefused(check: () => unknown): Promise<boolean> {
  try {
    await check();
    return false;
  } catch (error) {
    if (error instanceof ArgumentError) return true;
    throw error;
  }
}

/**
 * Records the decision in the name of the staff member who sent it: the payment keeps both.
 * @throws ResolveError or ArgumentError when the attempt is no longer what they were shown
 */
async function recordForm(visit: Visit, attempt: Attempt, form: DecisionForm): Promise<void> {
  const { staff, recordHandling, resolve } = visit;
  const { choice, returnedAttempt, on, reason, seen, numbers, part } = form;
  const isYes = choice === "yes";
  const statement = checkStatement({ reason, by: staff.name });
  if (isPaidTwice(attempt)) {
    const { reference } = numbers;
    const which = isYes && { returnedAttempt: returnedAttempt ?? attempt.id, on: isoDate(on) };
    const named = isYes && reference !== undefined && { reference };
    await recordHandling(attempt.id, { returned: isYes, ...which, ...named, ...statement }, seen);
  } else {
    await resolve(attempt.id, { paid: isYes, ...statement, ...numbers, ...(part && { approvedAmount: part }) }, seen);
  }
}

/** Records what a person decided about a payment. Otherwise shows why not, above the payment as it is now. */
async function record(visit: Visit, id = ""): Promise<Answer> {
  const { store } = visit.settings;
  const attempt = await store.findAttempt(id);
  if (attempt === undefined) return noPaymentPage(visit);
  const step = visit.fields.get("step");
  const form = readDecision(visit, attempt);
  const done = () => ({ to: `${paymentPath(attempt.id)}?recorded=1` });
  if (kindOf(attempt) === undefined) {
    if (step === "record" && isRecorded(visit, attempt, form)) return done();
    return paymentPage(visit, attempt, { status: 409, message: await conflictMessage(visit, attempt) });
  }
  if (form.seen === undefined) {
    const message = decisionTexts[visit.language].incomplete;
    return paymentPage(visit, attempt, { status: 422, message, refused: sentForm(form) });
  }
  const back = await returnIn(visit, attempt, form);
  const errors = await errorsIn(visit, attempt, form, back);
  if (errors.length > 0) return paymentPage(visit, attempt, { status: 422, refused: { ...sentForm(form), errors } });
  if (step === "change") return paymentPage(visit, attempt, { refused: sentForm(form) });
  if (step !== "record") return checkDecision(visit, attempt, form, back);
  try {
    await recordForm(visit, attempt, form);
  } catch (failure) {
    if (!(failure instanceof ResolveError || failure instanceof ArgumentError)) throw failure;
    const current = (await store.findAttempt(attempt.id)) ?? attempt;
    if (isRecorded(visit, current, form)) return done();
    const isCapturing = failure instanceof ResolveError && failure.code === "in_progress";
    const message = isCapturing ? decideTexts[visit.language].capturing : await conflictMessage(visit, current);
    return paymentPage(visit, current, { status: 409, message, refused: { ...sentForm(form), decision: "" } });
  }
  return done();
}

/** Whether the form has recorded its decision already: one that was confirmed twice is recorded once, and both times it is. */
function isRecorded({ staff }: Visit, { id, facts }: Attempt, form: DecisionForm): boolean {
  const { decision, on, reason, numbers, part } = form;
  const { resolution, handled } = facts;
  const kept = resolution ?? handled;
  if (kept === undefined || kept.by !== withoutCardNumbers(staff.name) || kept.reason !== withoutCardNumbers(reason))
    return false;
  const [choice, returned = id] = decision.split(":");
  if (handled) {
    const { back } = handled;
    const isSame = back === undefined || (back.on === isoDate(on) && back.reference === numbers.reference);
    return choice === (handled.returned ? "yes" : "no") && returned === (handled.returnedAttempt ?? id) && isSame;
  }
  return (
    choice === (resolution?.paid ? "yes" : "no") &&
    resolution?.reference === numbers.reference &&
    resolution?.authorizationCode === numbers.authorizationCode?.toUpperCase() &&
    resolution?.approvedAmount?.minor === part?.minor
  );
}

/** What is about to be recorded, to confirm or to change it: it cannot be undone. */
async function checkDecision(
  visit: Visit,
  attempt: Attempt,
  form: DecisionForm,
  back: ReturnInForm | undefined,
): Promise<Answer> {
  const { settings, language } = visit;
  const { store } = settings;
  const situation = situationOf(attempt, await store.attemptsOf(attempt.order), await store.now(), settings);
  const choice = situation && choiceNamed(situation, form.decision, language);
  // The order has changed since the form was shown.
  if (situation === undefined || choice === undefined) {
    const message = await conflictMessage(visit, attempt);
    return paymentPage(visit, attempt, { status: 409, message, refused: { ...sentForm(form), decision: "" } });
  }
  const { check, letter, approvedPart, reason } = decisionTexts[language];
  const { numbers, part } = form;
  const { fields: returned } = givenBackTexts[language];
  const bankRows = back?.part
    ? ([
        [returned.on, timesOf(language, settings.timeZone).day(back.part.at)],
        [returned.reference, back.part.reference],
      ] as const)
    : ([
        [letter.reference, numbers.reference ?? attempt.facts.verdict?.reference],
        [letter.authorization, numbers.authorizationCode],
      ] as const);
  return checkPage(visit, {
    section: "decide",
    amount: formatMoney(back?.amount ?? part ?? attempt.amount),
    said: wholeName(choice),
    rows: [
      [check.order, attempt.order],
      [approvedPart.label, part && formatMoney(part)],
      ...bankRows,
      [reason[isAboutMoneyBack(situation) ? "money" : "charge"], form.reason],
      [check.effects, choice.does.join(" ")],
    ],
    action: `${paymentPath(attempt.id)}/resolve`,
    fields: ["seen", "decision", "on", "reason", "reference", "authorization", "approved"],
  });
}

/** Why a decision was not recorded: a person or the bank was faster, or the payment has changed and still waits. */
async function conflictMessage({ language, settings }: Visit, attempt: Attempt): Promise<string> {
  const words = decideTexts[language];
  if (kindOf(attempt) !== undefined) return words.changed;
  if (isReturnUnclear(attempt)) return words.sayReturn;
  const { resolution, handled } = attempt.facts;
  const times = timesOf(language, settings.timeZone);
  if (handled !== undefined) {
    const { by, at } = handled;
    const charge = chargeOf(attempt, await settings.store.attemptsOf(attempt.order));
    return words.alreadyResolved(by, words.decisions[handlingOf(charge.id, handled)], times.moment(at));
  }
  if (resolution !== undefined) {
    const { by, paid, at } = resolution;
    return words.alreadyResolved(by, decisionName(attempt, paid, language), times.moment(at));
  }
  return words.settled(standingName(standingOf(attempt), language));
}

/** Whether a text has the form of `decisionBasis`. */
const isDecisionBasis = (text: string): boolean => /^[\w-]{43}$/.test(text);
