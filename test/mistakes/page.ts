import { groups, type Told } from "./run.ts";

/** `docs/contributing/mistakes.md`: every mistake with what client and sandbox say to it. */
export function mistakesPage(told: readonly Told[]): string {
  const tables = Object.keys(groups).map((group) => {
    const rows = told.filter((one) => one.group === group).map(row);
    return `## ${group}\n\n| mistake | the client or the router says | the sandbox says |\n|---|---|---|\n${rows.join("\n")}`;
  });
  return `# ${told.length} mistakes, and what is said to them

What a developer who takes payments gets wrong, and what they read. The client refuses most of it before anything is sent:
an \`ArgumentError\` names the field and what was expected, and so does the router of its options. The sandbox says the same to
programs in any language, on its console, in its panel and in \`sandbox.wire()\`; its HTTP answers stay those of the bank, which
often says nothing. Under every row there is a run against the real client, router and sandbox (profile \`live\`):
\`node tools/mistakes-page.mjs\` writes this page.

${tables.join("\n\n")}
`;
}

function row({ mistake, answers: { client, sandbox } }: Told): string {
  const [first, second] = [client, sandbox].map(({ text, isPlayed }) => (isPlayed ? code(text) : text));
  return `| ${mistake} | ${first} | ${second} |`;
}

/** A sentence as it was said; its own backticks would end it. */
const code = (text: string): string => `\`${text.replaceAll("`", "'").replaceAll("|", "\\|")}\``;
