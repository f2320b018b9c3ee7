import { conform, type Need } from "./conform.ts";
import { matrix, type Operation, operations } from "./contract-tables.ts";
import { textOf } from "./raw-http.ts";
import { samples, without } from "./rest-samples.ts";
import { approved, attempt, type Fields, invalid, minimalFields, originalFor, send } from "./rest-steps.ts";
import type { Target } from "./target.ts";

for (const [field, cells] of matrix) {
  for (const [i, operation] of operations.entries()) {
    const needs: readonly Need[] = operation === "Refund" ? ["card", "bearer"] : ["card"];
    const title = `4.1 ${operation}: ${field}`;
    const cell = cells[i];
    if (cell === "M") {
      conform(`${title} is mandatory`, { needs }, async (target) => {
        const fields = await minimalFields(target, operation);
        invalid(await send(target, operation, { ...fields, [field]: undefined }), field);
        approved(await send(target, operation, fields));
      });
    } else if (cell === "O") {
      conform(`${title} is optional`, { needs }, async (target) => {
        approved(await attempt(target, operation));
        approved(await attempt(target, operation, samples[field]));
      });
    } else if (cell === "C") {
      conform(
        `${title} is conditional: taken when it is there, and there are requests without it`,
        { needs },
        (target) => conditional(target, operation, field),
      );
    } else {
      conform(`${title} is not listed, and does no harm`, { needs }, async (target) => {
        approved(await attempt(target, operation, samples[field]));
      });
    }
  }
}

async function conditional(target: Target, operation: Operation, field: string): Promise<void> {
  const original = operation === "CheckOut" || operation === "Void" ? await originalFor(target, operation) : undefined;
  const sample: Fields =
    field === "approval-code" && original ? { [field]: textOf(original.answer, field) } : (samples[field] ?? {});
  const own = field === "terminal-id" ? { [field]: target.merchant.terminal } : sample;
  const card = field === "cvv" ? { cvv: target.card.cvv } : own;
  approved(await attempt(target, operation, card, original));
  const fields = await minimalFields(target, operation);
  const answer = await send(target, operation, { ...fields, ...without[field], [field]: undefined });
  // The contract does not say what the approval code of a check-out depends on: to the letter, it may be on being given
  // one.
  if (field === "approval-code" && target.profile === "document" && answer.status === 400) invalid(answer, field);
  else approved(answer);
}
