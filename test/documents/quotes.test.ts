import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { SituationKind } from "#express/counter/situation.ts";
import { badge } from "#express/counter/standing.ts";
import { type DecisionTexts, decisionTexts } from "#express/counter/texts/decision.ts";
import { shopAlertOf } from "#express/report/alerts/shop-alert.ts";
import { summaryText } from "#express/staff/summary-text.ts";
import { surfaces } from "../package/sentences.ts";
import { root } from "../package/texts.ts";
import { allDocuments, documentAt } from "./documents.ts";

const pages = allDocuments().filter(({ path }) =>
  /^docs\/(?:(?:going-live|staff|es\/produccion|es\/personal)\/|(?:es\/)?proble)/.test(path),
);
const textOf = (path: string) => readFileSync(join(root, path), "utf8");
const plain = (text: string) => text.replaceAll(/\s+/g, " ").replaceAll(/^[ .,…]+|[ .,…]+$/g, "");

/** What a buyer or the bank says, and not the shop. */
const spoken =
  /charged (?:twice|and the order)|and I cannot pay|went through|^not found|^no encontrado|cobraron|no puedo pagar|sí pasó|no se le cobró|^to (?:resolve|retry)$|^por re|^bearer$|^Live$/;
const conversations = /(?:ask-the-bank|pregunte-al-banco|what-to-tell-the-buyer|que-decirle-al-comprador)\.md$/;

const allSentences = surfaces.flatMap(({ sentences }) => sentences.flatMap(({ es, en }) => [es, en]));

test("a sentence that a buyer reads is quoted as it is", () => {
  const sentences = plain(allSentences.join(" ")).toLowerCase();
  const quotes = pages
    .filter(({ path }) => !conversations.test(path))
    .flatMap(({ path, prose }) =>
      [...prose.join("\n").matchAll(/“([^”]+)”|«([^»]+)»/g)].map(([, en, es]) => ({
        path,
        quote: plain(en ?? es ?? ""),
      })),
    )
    .filter(({ quote }) => !spoken.test(quote));
  assert.ok(quotes.length > 50, `${quotes.length} quotes`);
  assert.deepEqual(
    quotes.filter(({ quote }) => !sentences.includes(quote.toLowerCase())),
    [],
  );
});

const command = "packages/express/src/cli";
const sources = ["inspect.ts", "status.ts", "resolve.ts"].map((name) => textOf(`${command}/${name}`)).join("\n");

test("what the pages quote of the command has the lines that it prints", () => {
  const states = textOf("packages/express/src/attempt/attempt.ts");
  const outputs = pages.flatMap(({ path, blocks }) =>
    blocks
      .filter(({ language, code }) => language === "text" && /^(?:order {2}|health: )/.test(code))
      .map(({ code }) => ({ path, code })),
  );
  assert.ok(outputs.length >= 8);
  for (const { path, code } of outputs) {
    // Names stand in a column of their own; ids of attempts and events are values.
    const names = code.split("\n").flatMap((line) => /^ {0,2}([a-zA-Z][a-zA-Z', ]*?) {2,}\S/.exec(line)?.[1] ?? []);
    assert.ok(names.length >= 3);
    for (const name of names) assert.ok(`${sources}${states}`.includes(`"${name}"`), `${path}: ${name}`);
  }
});

const alerts = /(?:how-you-find-out|como-se-entera|record-the-result|registre-el-resultado)\.md$/;

test("what the staff reads in alerts and answers is quoted as the router says it", () => {
  const said = [
    "outbox/call-hook.ts",
    "outbox/decision-alert.ts",
    "staff/resolve.ts",
    "staff/resolve-error.ts",
    "cli/command.ts",
    "cli/resolve.ts",
    "cli/inspect.ts",
  ]
    .map((name) => textOf(`packages/express/src/${name}`))
    .join("\n");
  for (const { path, prose } of pages.filter((page) => alerts.test(page.path))) {
    const quotes = prose.flatMap((line) => /^\| `([^`]+)` \|/.exec(line)?.[1] ?? []);
    assert.ok(quotes.length >= 5);
    for (const piece of quotes.flatMap((quote) =>
      quote.split(/…|RD\$|Ana said paid|is approved|--reason is|--reason "/),
    )) {
      assert.ok(said.includes(piece.replace(/^[ )]+|[ ("]+$/g, "")), `${path}: ${piece}`);
    }
  }
});

/** The choices about a payment, and the only name of one that is needed where it is written with an amount. */
const choicesOf = ({ yes, no }: DecisionTexts): Record<SituationKind, string[]> => ({
  unknown: [yes.charged, no.notCharged],
  review: [yes.charged, no.notCharged],
  unconfirmed: [yes.charged, no.notCharged],
  otherAmount: [yes.accept, no.giveBack],
  orderGone: [yes.accept, no.giveBack],
  partial: [yes.rest, no.partBack],
  paidTwice: [yes.returned("", undefined), yes.returnedOther("", undefined), no.keep].map((name) =>
    name.replace(/: $/, ""),
  ),
});

test("the staff's guide says of each payment what the counter's page offers to choose", () => {
  const guides = [
    ["en", "docs/staff/record-the-result.md", "docs/staff/paid-twice-or-in-part.md"],
    ["es", "docs/es/personal/registre-el-resultado.md", "docs/es/personal/pagado-dos-veces-o-en-parte.md"],
  ] as const;
  for (const [language, table, further] of guides) {
    const rows = documentAt(table)?.prose.filter((line) => line.startsWith("| *")) ?? [];
    const words = decisionTexts[language];
    const named = Object.entries(choicesOf(words));
    for (const [kind, names] of named) {
      const standing =
        /<span[^>]*>(.*)<\/span>/.exec(String(badge(kind as SituationKind, language)))?.[1] ?? assert.fail(kind);
      const place =
        kind === "paidTwice"
          ? (documentAt(further)?.prose.join(" ") ?? "")
          : (rows.find((row) => row.includes(`*${standing}*`)) ?? assert.fail(`${table}: ${standing}`));
      for (const name of names) assert.ok(place.includes(`*${name}*`), `${table}: ${standing}: ${name}`);
    }
    const choices = Object.keys({ ...words.yes, ...words.no });
    assert.equal(new Set(named.flatMap(([, names]) => names)).size, choices.length, "a choice that no payment has");
  }
});

test("every alert, every problem of the health and every warning of the process has its row", () => {
  const folder = "packages/express/src";
  const read = (pattern: RegExp, text: string) => [...text.matchAll(pattern)].flatMap(([, code]) => code ?? []);
  const [, alertsOf = ""] = /export type Alert =([^;]*);/.exec(textOf(`${folder}/report/report.ts`)) ?? [];
  const [, problemsOf = ""] = /\n {2}code:\n([^;]*);/.exec(textOf(`${folder}/report/health.ts`)) ?? [];
  const warnings = globSync(`${folder}/**/*.ts`, { cwd: root }).map(textOf).join("\n");
  const codes = [
    ...read(/"(\w+)"/g, alertsOf),
    ...read(/"(\w+)"/g, problemsOf),
    ...read(/code: "(VENTANILLA_\w+)"/g, warnings),
  ];
  assert.ok(codes.length >= 24, `${codes.length} codes`);
  const rows = textOf("docs/operating.md");
  assert.deepEqual(
    codes.filter((code) => !rows.includes(`| \`${code}\` |`)),
    [],
  );
});

test("the alert and the summary of the documents read as the router writes them, in the page's language", () => {
  const counterUrl = "https://shop.example/staff/payments";
  const attempt = "1ba4958f-3ae0-4f16-856f-f7ccba29e580";
  const message = { code: "unknown", message: "", order: "A-1001", attempt } as const;
  const { text: alert, url } = shopAlertOf(message, 0, counterUrl);
  const sum = (count: number, minor: number) => ({ count, minor });
  const summary = summaryText("Colmado Larimar", {
    date: "2026-11-20",
    from: 0,
    until: 0,
    isOpen: false,
    totals: [
      {
        currency: "DOP",
        approved: sum(19, 4_825_000),
        givenBack: { count: 0, minor: 0 },
        partial: sum(0, 0),
        partialUnknown: sum(0, 0),
        authorized: sum(0, 0),
        declined: sum(7, 973_000),
        waiting: sum(0, 0),
        cancelled: sum(0, 0),
        failed: sum(0, 0),
        expired: sum(2, 676_500),
        decide: sum(0, 0),
        notPaid: sum(0, 0),
      },
    ],
    toDecide: { unknown: 1, review: 2, unconfirmed: 0, paidTwice: 1, events: 0 },
    url: `${counterUrl}/close?batch=2026-11-20`,
  });
  const quoted = pages.flatMap(({ path, blocks }) =>
    blocks
      .filter(({ language, code }) => language === "text" && /^(?:Pedido|Order|Colmado) /.test(code))
      .filter(({ code }) => code.includes(counterUrl))
      .map(({ code }) => ({ path, code: plain(code) })),
  );
  assert.equal(quoted.length, 4);
  for (const { path, code } of quoted) {
    const language = path.includes("/es/") ? "es" : "en";
    const expected = code.startsWith("Colmado") ? summary[language] : `${alert[language]}\n${url}`;
    assert.equal(code, plain(expected), path);
  }
});
