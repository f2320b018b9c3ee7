import assert from "node:assert/strict";
import { test } from "node:test";
import { responseCode, responseCodes } from "@ventanilla/client";
import { surfaces } from "./sentences.ts";

const notCharged = { es: /no se le hizo ningún cargo/i, en: /you were not charged/i };
const perhapsCharged = { es: /puede que ya se le haya cobrado/i, en: /you may already have been charged/i };

const all = Object.entries(surfaces).flatMap(([surface, sentences]) =>
  sentences.map((sentence) => ({ ...sentence, where: `${surface}: ${sentence.name}` })),
);
const router = new Map(surfaces.router.map((sentence) => [sentence.name, sentence]));

/** The router's sentence holds the pattern, in both languages. */
function says(name: string, pattern: Record<"es" | "en", RegExp>): void {
  const { es, en } = router.get(name) ?? assert.fail(name);
  assert.match(es, pattern.es);
  assert.match(en, pattern.en);
}

test("every sentence exists in both languages, in American words and with usted; both make the same claim about money, in one way", () => {
  assert.ok(all.length > 200);
  const otherClaims =
    /se le ha cobrado|nada se cobró|nada se ha cobrado|no se (?:hizo|realizó) (?:el|un) cargo|have not been charged|haven't been charged|nothing (?:was|has been) charged|no charge was/i;
  for (const { where, es, en } of all) {
    assert.ok(es.trim() !== "" && en.trim() !== "", where);
    assert.equal(notCharged.es.test(es), notCharged.en.test(en), where);
    assert.equal(perhapsCharged.es.test(es), perhapsCharged.en.test(en), where);
    assert.doesNotMatch(`${es} ${en}`, otherClaims, where);
    assert.ok(!(notCharged.es.test(es) && perhapsCharged.es.test(es)), where);
    assert.doesNotMatch(en, /\bcancel{2}ed\b|\binstal[m]ent|\b(?:colo|behavio)[u]r|\be-mail/i, where);
    assert.doesNotMatch(es, /\b(?:tú|tu|tus|te|ti|contigo|vosotros)\b/i, where);
    if (/^(?:router|codes):/.test(where)) assert.doesNotMatch(`${es} ${en}`, /tienda|\bshop\b|\d/i, where);
  }
});

test("a final refusal by the issuer says that nothing was charged; no other answer does", () => {
  const known = [...responseCodes, responseCode("N7")];
  const finals = new Map<string, string>(known.map(({ sentence, finality }) => [sentence, finality]));
  for (const { name, es, en } of surfaces.codes) {
    const finality = finals.get(name) ?? "";
    assert.equal(notCharged.es.test(es) && notCharged.en.test(en), finality === "declined", name);
    assert.equal(perhapsCharged.es.test(es) && perhapsCharged.en.test(en), /pending|review/.test(finality), name);
  }
});

/** The names of the router's sentences that a test is about. */
const named = (outcomes: string, refusals: string) => [
  ...outcomes.split(" ").map((name) => `outcome.${name}.message`),
  ...refusals.split(" ").map((name) => `refused.${name}.message`),
];

test("the router claims that nothing was charged where the state proves it, and nowhere else; where the buyer can do nothing, it says who acts next", () => {
  const refused = "bad_request cross_site unknown_order too_many wrong_email wrong_mobile wrong_contact";
  const ofBank = "bank_refused bank_unreachable bank_blocked shop_failed";
  const proved = named("declined cancelled expired notPaid", `${refused} ${ofBank}`);
  const open = [...named("pending unknown unconfirmed", "in_review not_found"), "unavailable.message"];
  const ofStore = named("unknown unconfirmed paidAgain", "in_review bank_refused shop_failed not_found");
  for (const name of proved) says(name, notCharged);
  for (const name of open) says(name, perhapsCharged);
  for (const name of ofStore) says(name, { es: /el comercio/i, en: /the store/i });
  for (const { name, es } of router.values()) assert.equal(notCharged.es.test(es), proved.includes(name), name);
});
