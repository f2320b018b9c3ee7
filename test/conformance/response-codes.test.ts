import assert from "node:assert/strict";
import { conform, type Need } from "./conform.ts";
import { responseCodes } from "./contract-tables.ts";
import { cardFor } from "./control.ts";
import { createSession, pay, result } from "./hosted-steps.ts";
import { textOf } from "./raw-http.ts";
import { attempt, type Fields } from "./rest-steps.ts";
import type { Target } from "./target.ts";

const page: readonly Need[] = ["page", "control"];

for (const code of responseCodes) {
  if (code !== "4901") {
    conform(`7 Response code ${code} is reachable on the payment page`, { needs: page }, async (target) => {
      const session = await createSession(target, askingFor(code, "page"));
      await pay(target, session, await cardOf(target, code));
      assert.equal(textOf(await result(target, session), "ResponseCode"), code);
    });
  }
  if (code !== "TF" && code !== "4901") {
    conform(`7 Response code ${code} is reachable by a REST sale`, { needs: ["control"] }, async (target) => {
      const answer = await attempt(target, "Sale", { ...(await cardFields(target, code)), ...askingFor(code, "rest") });
      assert.equal(answer.status, 200);
      assert.equal(textOf(answer, "response-code"), code);
      assert.match(textOf(answer, "response-code-desc"), /\S/);
    });
  }
}

conform(
  "7 Response code 4901 is reachable by a REST sale whose authentication failed",
  { needs: ["control"] },
  (target) => authenticationFails(target),
);
conform("7.3 3-D Secure failure is 4901 by REST", { needs: ["control"] }, (target) => authenticationFails(target));
conform("7.3 3-D Secure failure is TF on the page", { needs: page }, async (target) => {
  const session = await createSession(target);
  await pay(target, session, await cardOf(target, "TF"));
  assert.equal(textOf(await result(target, session), "ResponseCode"), "TF");
});

async function authenticationFails(target: Target): Promise<void> {
  const answer = await attempt(target, "Sale", await cardFields(target, "TF"));
  assert.equal(answer.status, 200, answer.text);
  const codes = [answer.json?.["response-code"], answer.json?.["internal-response-code"]];
  assert.ok(codes.includes("4901"), answer.text);
  assert.notEqual(codes[0], "00");
}

async function cardFields(target: Target, code: string): Promise<Fields> {
  const number = await cardOf(target, code);
  return { "card-number": number, cvv: number.length === 15 ? "1234" : "123" };
}

/** The test card for a code; an approved one where the amount asks for it. */
async function cardOf(target: Target, code: string): Promise<string> {
  return (await cardFor(target, code)) ?? target.card.number;
}

/** The amount of 9900 and the code as its cents, which the sandbox answers with that code whatever the card. */
function askingFor(code: string, where: "page" | "rest"): Fields {
  if (code === "00" || code === "TF") return {};
  return where === "page" ? { Amount: `0000009900${code}` } : { amount: `9900.${code}` };
}
