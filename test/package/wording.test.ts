import assert from "node:assert/strict";
import { test } from "node:test";
import { linesOfTexts } from "./texts.ts";

type Ban = [pattern: RegExp, instead: string];

/** Documents that no reader of the repository has. */
const unknown: Ban[] = [
  [/\bthe seed\b|\bseeds?(?:'s)?,? (?:sections? |rules? )?§?\d/i, "contract §…; a seed is one of random numbers"],
  [/\bfield[- ]notes?\b/i, "contract §…, in its blocks “Live”"],
  [/\bour threats\b|\bperformance,? section\b|\(sections? \d/i, "a decision of docs/decisions"],
  [/(?<![\w/])(?:design|copy|toolchain|house-style|test-profile|threats|performance|wording)\.md\b/i, "a page of docs"],
];

/** Phrases and metaphors that stopped readers. */
const unclear: Ban[] = [
  [/\bunless told\b/i, "Default: …"],
  [/\baloud\b/i, "warned about, announced"],
  [/\breads? over\b/i, "ignores: to read over is to read through"],
  [/\bswallow(?:s|ed|ing)?\b/i, "ignores, catches"],
  [/\bwhat it costs to be wrong\b/i, "Guarantees"],
  [/\bthe due time is the lease\b/i, "the due time also serves as the lease"],
  [/\bsever(?:s|ed|ing)?\b/i, "has no opener, window.opener is null"],
  [/\bleads? back\b/i, "links back, returns to"],
  [/\b(?:window|authorization) is over\b/i, "has ended"],
  [/\bbehind their backs?\b/i, "in the background"],
  [/\bcame to nothing\b/i, "failed"],
  [/\bcollections? dear\b/i, "make GC expensive"],
  [/\bturn it round\b/i, "reverse its direction"],
  [/\blie about in\b/i, "be stored in plain text in"],
  [/\bso-manieth\b/i, "nth"],
  [/\bwhat is no \w+/i, "anything that is not a …"],
  [/(?<!there )\b(?:is|are|was|be) no (?!longer|such|way|more|matter|one)/i, "is not a …"],
  [/\bfor a person to look at\b/i, "needs manual review"],
  [/\b(?:an?|the) \w+ that is none\b/i, "an unknown …, an invalid …"],
  [/\bnone that the service\b/i, "unexpected"],
  [/\bdatabase has not\b/i, "the database lacks"],
  [/\ba time to come\b|\bone to come\b/i, "in the future"],
  [/\bhangs on\b/i, "depends on"],
  [/\bin silence\b/i, "without a message"],
  [/\bis one slip away\b/i, "is easy to write by mistake"],
];

/** Words with a plain or American form, so that each has one spelling. A buyer reads "canceled"; the value is `cancelled`. */
const spelling: Ban[] = [
  [/\banew\b/i, "again"],
  [/\bfor ever\b/i, "forever"],
  [/\bat the most\b/i, "at most"],
  [/\blearnt\b/i, "learned"],
  [/\bwhilst\b/i, "while"],
  [/\bcolour/i, "color"],
  [/\bbehaviour/i, "behavior"],
  [/\bneighbour/i, "neighbor"],
  [/\bcatalogue/i, "catalog"],
  [/\bhonour|\bfavour(?!ite)/i, "honor, favor"],
  [/\b(?:recogn|organ|author|normal|serial|minim)is(?:e|ed|es|ing|ation)\b(?! = |", "POST)/i, "-ize"],
  [/\binstal(?:l?)ments?\b(?<!installments?)/i, "installment"],
];

/** Of several words for one thing, the one that this repository says. */
const oneWord: Ban[] = [
  [/\bpredeterminad[oa]|\bpor omisión\b/i, "por defecto"],
  [/\bpetici(?:ón|ones)\b/i, "solicitud"],
  [/\bcabeceras?\b/i, "encabezado"],
  [/\b(?:your own|a whole|a real) store\b/i, "shop: a developer's store is the database"],
];

/** Names that were replaced by the field's own. */
const names: Ban[] = [
  [/\b(?:wholeNumber|mostBytes|mostCounters)\b/, "integerInRange, maxBytes, maxCounters"],
  [/\b(?:nextQuestion|questionsAtOnce)\b/, "nextQueryAt, maxConcurrentQueries"],
  [/\b(?:beginAgain|wayBack)\b/, "clearPreviousLaunch, backLink"],
  [/\b(?:Whereabouts|whereabouts|onNudge|depart)\b/, "BuyerLocation, onWakeSignal, beforeRedirect"],
];

/** The registry gives an unscoped name to whoever asks first. */
const commands: Ban[] = [
  [
    /\b(?:npx|bunx|pnpx|(?:npm|pnpm|yarn|bun) (?:exec|x|dlx|create|init|install|i|add|view))\s+(?:-\S+\s+)*[\w-]*ventanilla\b/,
    "npx @ventanilla/sandbox, npx -p @ventanilla/express ventanilla, npm create @ventanilla",
  ],
];

/** Where a word is the subject, and not the writer's. */
const exempt =
  /instalments: true|unknown field: instalments|`instalments`|"\/authorise"|-- Its authorization|`unasked` is/;

const lines = linesOfTexts("test/package/wording.test.ts");

for (const [title, bans] of Object.entries({
  "sources, tests, messages and pages cite only what a reader has": unknown,
  "no phrase stops a reader": unclear,
  "each word has one spelling": spelling,
  "each thing has one word": oneWord,
  "names are the field's": names,
  "no command asks a registry for a name that is not ours": commands,
})) {
  test(title, () => {
    assert.ok(lines.length > 10_000);
    const found = lines.flatMap(({ text, where }) =>
      bans.flatMap(([pattern, instead]) =>
        pattern.test(text) && !exempt.test(text) ? [`${where}: ${pattern.exec(text)?.[0]}: say ${instead}`] : [],
      ),
    );
    assert.deepEqual(found, []);
  });
}
