import type { Batch } from "@ventanilla/client";
import { type Html, html } from "@ventanilla/web";
import { type Columns, type Role, roles } from "./bank/columns.ts";
import type { BankTable } from "./bank/csv.ts";
import { maxFileBytes, type UploadProblem } from "./bank/upload.ts";
import { timesOf } from "./format.ts";
import { showPage } from "./frame.ts";
import type { ShownBatch } from "./shown-batch.ts";
import { closeTexts } from "./texts/close.ts";
import { compareTexts } from "./texts/compare.ts";
import type { Visit } from "./visit.ts";

/** What a file of the bank is compared with, and what it says. */
export interface Upload {
  batch: Batch;
  text: string;
  table: BankTable;
}

/** Why the assigned columns do not do. */
export type ColumnsProblem = "twice" | "incomplete";

/** The form for the bank's file. */
export function showForm(
  visit: Visit,
  shown: ShownBatch | undefined,
  failed?: { problem: UploadProblem | "nothing"; line?: number | undefined },
): void {
  const { language, root, token, settings } = visit;
  const words = compareTexts[language];
  const { batch: batchLabel, noDate } = closeTexts[language];
  const sentence = failed && words.errors[failed.problem];
  const told =
    shown === undefined ? noDate : failed?.line === undefined ? sentence : words.inLine(sentence ?? "", failed.line);
  const until = shown?.isOpen === true && timesOf(language, settings.timeZone).moment(shown.batch.until);
  showPage(visit, {
    status: told === undefined ? 200 : 422,
    title: words.title,
    section: "close",
    body: html`<p class="lead">${words.lead}</p>
${told !== undefined && html`<p class="alert" role="alert">${told}</p>`}
${until !== false && html`<p class="alert">${words.open(until)}</p>`}
<form class="card lead" method="post" action="${root}compare" enctype="multipart/form-data">
<input type="hidden" name="token" value="${token}">
<p><label class="field" for="batch">${batchLabel}</label><input id="batch" name="batch" type="date" value="${shown?.batch.date ?? ""}" required></p>
<p><label class="field" for="file">${words.file}</label><input id="file" name="file" type="file" accept=".csv,.txt,.tsv,text/csv,text/plain"><span class="dim">${words.limit(maxFileBytes / 1024 / 1024)}</span></p>
<p><label class="field" for="text">${words.paste}</label><textarea id="text" name="text" rows="4" spellcheck="false" autocomplete="off"></textarea></p>
<p><button>${words.compare}</button></p>
</form>`,
  });
}

/** The text of the file, which comes back with the next form: nobody else keeps it. */
export function uploadFields({ token }: Visit, { batch, text }: Omit<Upload, "table">): Html {
  // The first line end in a textarea is none of its text.
  return html`<input type="hidden" name="token" value="${token}"><input type="hidden" name="batch" value="${batch.date}">
<textarea name="text" hidden>
${text}</textarea>`;
}

/** While a comparison of the same person runs: the whole form comes back, to be sent once more. */
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

/** The form that assigns the columns. */
export function showColumns(visit: Visit, upload: Upload, columns: Columns, problem?: ColumnsProblem): void {
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

/** One column: its name, what stands in it first, and what it is for. */
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
