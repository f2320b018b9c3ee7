import { ArgumentError, type Money } from "@ventanilla/client";
import type { Attempt } from "../attempt/attempt.ts";
import { isDecisionBasis } from "../attempt/decision-basis.ts";
import { longest } from "../attempt/longest.ts";
import { isPaidTwice } from "../attempt/needs-person.ts";
import { handleFurther } from "../operate/handle-further.ts";
import { checkNumbers, checkStatement, checkUnused, type Ruling } from "../operate/resolve.ts";
import type { RefusedForm } from "./decision.ts";
import type { RefusedReason } from "./texts/refused.ts";
import type { Visit } from "./visit.ts";
import { writtenPart } from "./written-amount.ts";

/** What a person has sent in the form of a decision. */
export interface RulingForm {
  /** As the form names it: `yes`, `no`, or `yes:` and the id of the payment that was given back. */
  decision: string;
  choice: string;
  /** Of two payments the one that was given back. Default: the one that is decided */
  returnedAttempt: string | undefined;
  reason: string;
  /** The basis of the decision that they were shown; `undefined` when the form has none. */
  seen: string | undefined;
  /** What the bank named; a field that was left empty is none. */
  numbers: Pick<Ruling, "reference" | "authorizationCode">;
  /** What the bank approved of the amount, as it was written, and as it is read. */
  approved: string;
  part: Money | undefined;
}

/** Reads the form of a decision about an attempt. */
export function readForm({ fields }: Visit, attempt: Attempt): RulingForm {
  const textIn = (name: string) => fields.get(name)?.trim() ?? "";
  const decision = fields.get("decision") ?? "";
  const [choice = "", returnedAttempt] = isPaidTwice(attempt) ? decision.split(":") : [decision];
  const [reference, authorizationCode] = [textIn("reference"), textIn("authorization")];
  const [approved, basis] = [textIn("approved"), fields.get("seen") ?? ""];
  return {
    decision,
    choice,
    returnedAttempt,
    // A person may write several lines; what is kept is one.
    reason: textIn("reason").replace(/\s+/g, " "),
    seen: isDecisionBasis(basis) ? basis : undefined,
    numbers: { ...(reference && { reference }), ...(authorizationCode && { authorizationCode }) },
    approved,
    part: approved === "" ? undefined : writtenPart(approved, attempt.amount),
  };
}

/** The form as it was sent, to be shown once more. */
export function sentForm({ decision, reason, approved, numbers }: RulingForm): RefusedForm {
  return { decision, reason, approved, ...numbers };
}

/** What is wrong with the form, if something is. */
export async function errorIn(visit: Visit, attempt: Attempt, form: RulingForm): Promise<RefusedReason | undefined> {
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
 * Records what the form says, in the name of who has sent it.
 * @throws ResolveError or ArgumentError when the attempt is no longer what they were shown
 */
export async function recordForm(
  { staff, settings, resolve }: Visit,
  attempt: Attempt,
  form: RulingForm,
): Promise<void> {
  const { store } = settings;
  const { decision, choice, returnedAttempt, reason, seen, numbers, part } = form;
  const isYes = choice === "yes";
  const statement = checkStatement({ reason, by: staff.name });
  const isFurther = isPaidTwice(attempt);
  if (isFurther) {
    const which = isYes && { returnedAttempt: returnedAttempt ?? attempt.id };
    await handleFurther(store, attempt.id, { returned: isYes, ...which, ...statement }, seen);
  } else {
    await resolve(attempt.id, { paid: isYes, ...statement, ...numbers, ...(part && { approvedAmount: part }) }, seen);
  }
  await store.recordAction({
    by: staff.name,
    action: isFurther ? "handle" : "resolve",
    subject: attempt.id,
    note: `${decision}: ${statement.reason}`.slice(0, longest.reason),
  });
}
