import { ArgumentError, type Money } from "@ventanilla/client";
import type { Attempt } from "../attempt/attempt.ts";
import { isDecisionBasis } from "../attempt/decision-basis.ts";
import { isPaidTwice } from "../attempt/needs-person.ts";
import { handleFurther } from "../staff/handle-further.ts";
import { type BankNumbers, checkNumbers, checkStatement, checkUnused } from "../staff/resolve.ts";
import type { RefusedForm } from "./decision.ts";
import type { RefusedReason } from "./texts/decision.ts";
import type { Visit } from "./visit.ts";
import { writtenPart } from "./written-amount.ts";

/** What a person has sent in the form of a decision. */
export interface DecisionForm {
  /** As the form names it: `yes`, `no`, or `yes:` and the id of the payment that was given back. */
  decision: string;
  /** `yes` or `no`; any other text is refused. */
  choice: string;
  /** The id of the payment that was given back, of two. Default: the one that is decided */
  returnedAttempt: string | undefined;
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
export function readDecision({ fields }: Visit, attempt: Attempt): DecisionForm {
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
    // A person may type several lines. They are kept as one.
    reason: textIn("reason").replace(/\s+/g, " "),
    seen: isDecisionBasis(basis) ? basis : undefined,
    numbers: { ...(reference && { reference }), ...(authorizationCode && { authorizationCode }) },
    approved,
    part: approved === "" ? undefined : writtenPart(approved, attempt.amount),
  };
}

/** The form as it was sent, to be shown again. */
export function sentForm({ decision, reason, approved, numbers }: DecisionForm): RefusedForm {
  return { decision, reason, approved, ...numbers };
}

/** Why the form is refused. `undefined` when it can be recorded. */
export async function errorIn(visit: Visit, attempt: Attempt, form: DecisionForm): Promise<RefusedReason | undefined> {
  const { seen, choice, reason, approved, part, numbers } = form;
  if (seen === undefined) return "form";
  if (choice !== "yes" && choice !== "no") return "choice";
  if (await isRefused(() => checkStatement({ reason, by: visit.staff.name }))) return "reason";
  if (approved !== "" && choice === "no") return "approvedOfNone";
  if (approved !== "" && part === undefined) return "approved";
  if (choice === "no" && Object.keys(numbers).length > 0) return "numbersOfNone";
  const isWrong = await isRefused(async () => {
    const { reference } = checkNumbers({ paid: true, ...numbers });
    if (reference !== undefined) await checkUnused(visit.settings.store, attempt, reference);
  });
  return isWrong ? "numbers" : undefined;
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
export async function recordForm(
  { staff, settings, resolve }: Visit,
  attempt: Attempt,
  form: DecisionForm,
): Promise<void> {
  const { choice, returnedAttempt, reason, seen, numbers, part } = form;
  const isYes = choice === "yes";
  const statement = checkStatement({ reason, by: staff.name });
  if (isPaidTwice(attempt)) {
    const which = isYes && { returnedAttempt: returnedAttempt ?? attempt.id };
    await handleFurther(settings.store, attempt.id, { returned: isYes, ...which, ...statement }, seen);
  } else {
    await resolve(attempt.id, { paid: isYes, ...statement, ...numbers, ...(part && { approvedAmount: part }) }, seen);
  }
}
