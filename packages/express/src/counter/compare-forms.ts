import type { Batch } from "@ventanilla/client";
import { type Html, html } from "@ventanilla/web";
import { type Columns, type Role, roles } from "./bank/columns.ts";
import type { BankTable } from "./bank/read-csv.ts";
import type { BankFileProblem } from "./bank/text.ts";
import { maxFileBytes } from "./bank/upload.ts";
import { timesOf } from "./format.ts";
import { showPage } from "./frame.ts";
import { batchChoice, type ShownBatch } from "./shown-batch.ts";
import { closeTexts } from "./texts/close.ts";
import { compareTexts } from "./texts/compare.ts";
import type { CounterLanguage } from "./texts/texts.ts";
import type { Visit } from "./visit.ts";

/** A file of the bank, as text and as a table, and the batch that it is compared with. */
export interface BankList {
  batch: Batch;
  text: string;
  table: BankTable;
}

/** Why the assigned columns cannot be used: two have the same role, or a role is missing. */
export type ColumnsProblem = "twice" | "incomplete";

/** Why a file was refused. `nothing`: the form had none. */
interface RefusedFile {
  problem: BankFileProblem | "nothing";
  /** The line in the file, from 1, where it is known. */
  line?: number | undefined;
}

/**
 * Shows the form for the bank's file. It says why the last one was refused, if it was (status 422).
 * @param shown the batch of the form; `undefined` when the date cannot be read
 */
export function showForm(visit: Visit, shown: ShownBatch | undefined, refused?: RefusedFile): void {
  const { language, root, token, settings } = visit;
  const words = compareTexts[language];
  const { batch: batchLabel, noDate } = closeTexts[language];
  const alert = shown === undefined ? noDate : refused && refusedSentence(refused, language);
  const until = shown?.isOpen === true && timesOf(language, settings.timeZone).moment(shown.batch.until);
  showPage(visit, {
    status: alert === undefined ? 200 : 422,
    title: words.title,
    section: "close",
    body: html`<p class="lead">${words.lead}</p>
${alert !== undefined && html`<p class="alert" role="alert">${alert}</p>`}
${until !== false && html`<p class="alert">${words.open(until)}</p>`}
<form class="card lead" method="post" action="${root}compare" enctype="multipart/form-data">
<input type="hidden" name="token" value="${token}">
<p><label class="field" for="batch">${batchLabel}</label>${shown === undefined ? html`<input id="batch" name="batch" placeholder="20/11/2026" required>` : batchChoice(visit, shown)}</p>
<p><label class="field" for="file">${words.file}</label><input id="file" name="file" type="file" accept=".csv,.txt,.tsv,text/csv,text/plain"><span class="dim">${words.limit(maxFileBytes / 1024 / 1024)}</span></p>
<p><label class="field" for="text">${words.paste}</label><textarea id="text" name="text" rows="4" spellcheck="false" autocomplete="off"></textarea></p>
<p><button>${words.compare}</button></p>
</form>`,
  });
}

function refusedSentence({ problem, line }: RefusedFile, language: CounterLanguage): string {
  const words = compareTexts[language];
  const sentence = words.errors[problem];
  return line === undefined ? sentence : words.inLine(sentence, line);
}

/**
 * Hidden fields with the batch and the text of the file: the next form sends it back, because the shop keeps nothing.
 */
export function uploadFields({ token }: Visit, { batch, text }: Omit<BankList, "table">): Html {
  // HTML ignores the first line break in a textarea.
  return html`<input type="hidden" name="token" value="${token}"><input type="hidden" name="batch" value="${batch.date}">
<textarea name="text" hidden>
${text}</textarea>`;
}

/** Answers while another comparison of the same person runs: the page has the whole form, to be sent again. */
export function showBusy(visit: Visit, batch: Batch, text: string): void {
  const { language, root, fields } = visit;
  const words = compareTexts[language];
  const others = [...fields].filter(([name]) => /^(?:column-\d+|change)$/.test(name));
  showPage(visit, {
    status: 409,
    title: words.title,
    section: "close",
    body: html`<p class="alert" role="alert">${words.busy}</p>
<form method="post" action="${root}compare" enctype="multipart/form-data">
${uploadFields(visit, { batch, text })}
${others.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
<p><button>${words.compare}</button></p>
</form>`,
  });
}

/** Shows the form that assigns roles to the columns. */
export function showColumns(visit: Visit, upload: BankList, columns: Columns, problem?: ColumnsProblem): void {
  const { language, root } = visit;
  const { columns: words } = compareTexts[language];
  const { table } = upload;
  const roleAt = (at: number) => roles.find((role) => columns[role] === at);
  showPage(visit, {
    status: problem === undefined ? 200 : 422,
    title: words.title,
    section: "close",
    body: html`<p class="lead">${words.lead}</p>
${problem !== undefined && html`<p class="alert" role="alert">${words.errors[problem]}</p>`}
<form method="post" action="${root}compare" enctype="multipart/form-data">
${uploadFields(visit, upload)}
<ul class="card plain assign">${Array.from({ length: table.columns }, (_, at) => columnField(visit, table, at, roleAt(at)))}</ul>
<p><button>${words.compare}</button></p>
</form>`,
  });
}

/** The field of one column: its name, its first values, and its role. */
function columnField({ language }: Visit, table: BankTable, at: number, chosen: Role | undefined): Html {
  const { columns: words } = compareTexts[language];
  const cells = table.rows.map((row) => row.cells[at] ?? "").filter((cell) => cell !== "");
  const option = (role: Role) =>
    html`<option value="${role}"${role === chosen && html` selected`}>${words.roles[role]}</option>`;
  return html`<li><div><label for="column-${at}"><bdi>${table.names?.[at] || words.column(at + 1)}</bdi></label>
<span class="dim"><bdi>${cells
    .slice(0, 3)
    .map((cell) => cell.slice(0, 40))
    .join(" · ")}</bdi></span></div>
<select id="column-${at}" name="column-${at}"><option value="">${words.none}</option>${roles.map(option)}</select></li>`;
}
