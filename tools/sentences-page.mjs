/**
 * Writes `docs/sentences.md`: every sentence that a buyer can read, in both languages, from the sources. With `--check`
 * it writes nothing and fails when the file is out of date. Run from anywhere: `node tools/sentences-page.mjs`.
 */
import { runOnSources } from "./on-sources.mjs";
import { writePage } from "./written-page.mjs";

runOnSources(import.meta.url);
const { surfaces } = await import("../test/package/sentences.ts");

const cell = (text) =>
  text
    .replaceAll("|", "\\|")
    .replaceAll("\u00a0", " ")
    .replaceAll(/\s*\n\s*/g, " ");

const sections = surfaces.map(
  ({ title, file: origin, sentences }) => `## ${title}

From [${origin}](../${origin}).

| name | Spanish | English |
|---|---|---|
${sentences.map(({ name, es, en }) => `| \`${name}\` | ${cell(es)} | ${cell(en)} |`).join("\n")}
`,
);

const text = `# Every sentence a buyer can read

Written by \`node tools/sentences-page.mjs\` from the sources; a test keeps it current. A word in braces is a value.

Three rules hold, and \`test/package/sentences.test.ts\` checks them. That nothing was charged (“No se le hizo ningún cargo.”, “You
were not charged.”) is said only where the bank or a person has said so, otherwise “Puede que ya se le haya cobrado.”, “You may
already have been charged.” The machine *verifica*, a person *revisa*, the bank *confirma*. Where the buyer can do nothing, the
sentence names who acts next.

The shop changes the router's with [\`texts\`](../packages/express/README.md#your-words-your-languages), and the element's with
[\`messages\`](../packages/element/README.md).

${sections.join("\n")}`;

writePage("sentences.md", text);
