import type { Batch } from "@ventanilla/client";
import { type Html, html } from "@ventanilla/web";
import { type ColumnsProblem, type Role, roles } from "../bank/columns.ts";
import type { BankTable } from "../bank/read-csv.ts";
import { type BankState, type CountedStates, statesIn } from "../bank/states.ts";
import type { BankFileProblem } from "../bank/text.ts";
import { maxFileBytes } from "../bank/upload.ts";
import { batchChoice, type ShownBatch, whyNoBatch } from "../close/shown-batch.ts";
import { timesOf } from "../format.ts";
import type { PageContent } from "../pages.ts";
import { closeTexts } from "../texts/close.ts";
import { compareTexts } from "../texts/compare.ts";
import type { CounterLanguage } from "../texts/texts.ts";
import type { Visit } from "../visit.ts";
import type { BankList } from "./comparison.ts";

/** What the columns are, as they are proposed or chosen. */
export interface AssignedColumns {
  /** The role of each column, in the order of the columns. */
  chosen: readonly (Role | undefined)[];
  /** Which states count. */
  states: CountedStates;
  problem?: ColumnsProblem;
  /** The column where something is to be mended or said. */
  at?: number;
}

/** Names the chosen file in the language of the page. Without it, the browser names it, in its own. */
const chosenScript = `
document.documentElement.dataset.script = "";
const file = document.getElementById("file");
const chosen = document.getElementById("chosen");
const say = () => (chosen.textContent = file.files[0]?.name ?? chosen.dataset.none);
file.addEventListener("change", say);
addEventListener("pageshow", say);
`;

/** Why a file was refused. `nothing`: the form had none. */
interface RefusedFile {
  problem: BankFileProblem | "nothing";
  /** The line in the file, from 1, where it is known. */
  line?: number | undefined;
  /** Where it was given. */
  field: "file" | "text";
}

/**
 * The form for the bank's file. It says why the last one was refused, if it was (status 422).
 * @param shown the batch of the form; `undefined` when the date cannot be read
 */
export function uploadPage(visit: Visit, shown: ShownBatch | undefined, refused?: RefusedFile): PageContent {
  const { language, moment, root, token, fields, query } = visit;
  const words = compareTexts[language];
  const { batch: batchLabel } = closeTexts[language];
  const wrong =
    shown === undefined
      ? { field: "batch", sentence: whyNoBatch(visit, fields.get("batch") ?? query.get("batch") ?? "") }
      : undefined;
  const refusal = wrong ?? (refused && { field: refused.field, sentence: refusedSentence(refused, language) });
  const until = shown?.isOpen === true && moment(shown.batch.until);
  const [invalid, error] = [
    (field: string) =>
      refusal?.field === field && html` aria-invalid="true" aria-describedby="error-${field}" autofocus`,
    (field: string) =>
      refusal?.field === field && html`<span class="wrong" id="error-${field}">${refusal.sentence}</span>`,
  ];
  // HTML ignores the first line break in a textarea.
  return {
    status: refusal === undefined ? 200 : 422,
    title: words.title,
    section: "close",
    wrong: { asks: refusal ? [{ field: refusal.field, text: refusal.sentence }] : [] },
    again: fields.has("text") ? { form: "again" } : { path: `compare?batch=${shown?.batch.date ?? ""}` },
    script: chosenScript,
    body: html`<p class="lead">${words.lead}</p>
${until !== false && html`<p class="alert">${words.open(until)}</p>`}
<form class="card stacked" id="again" method="post" action="${root}compare" enctype="multipart/form-data">
<input type="hidden" name="token" value="${token}">
<div class="halves"><div><p><label class="field" for="batch">${batchLabel}</label>${shown === undefined ? html`<input id="batch" name="batch" placeholder="20/11/2026" required${invalid("batch")}>` : batchChoice(visit, shown)}${error("batch")}</p>
<p class="picked"><label class="field" for="file">${words.file}</label><input id="file" name="file" type="file" accept=".csv,.txt,.tsv,text/csv,text/plain"${invalid("file")}><label class="button quiet scripted" for="file">${words.choose}</label> <output class="scripted" id="chosen" for="file" data-none="${words.chosen}"></output>${error("file")}
<span class="dim">${words.limit(maxFileBytes / 1024 / 1024)}</span></p></div>
<p><label class="field" for="text">${words.paste}</label><textarea id="text" name="text" rows="4" spellcheck="false" autocomplete="off"${invalid("text")}>
${fields.get("text") ?? ""}</textarea>${error("text")}</p></div>
<p><button>${words.compare}</button></p>
</form>`,
  };
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

/** What is answered while another comparison of the same person runs: the page has the whole form, to be sent again. */
export function busyPage(visit: Visit, batch: Batch, text: string): PageContent {
  const { language, root, fields } = visit;
  const words = compareTexts[language];
  const others = [...fields].filter(([name]) => /^(?:column-\d+|state-\d+|states-of|change|download)$/.test(name));
  return {
    status: 409,
    title: words.title,
    section: "close",
    again: { form: "again" },
    body: html`<p class="alert" role="alert">${words.busy}</p>
<form id="again" method="post" action="${root}compare" enctype="multipart/form-data">
${uploadFields(visit, { batch, text })}
${others.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
<p><button>${words.compare}</button></p>
</form>`,
  };
}

/** The form that assigns roles to the columns, and says which states count. */
export function columnsPage(visit: Visit, upload: BankList, assigned: AssignedColumns): PageContent {
  const { language, root, settings } = visit;
  const words = compareTexts[language];
  const { table } = upload;
  return {
    status: assigned.problem === undefined ? 200 : 422,
    title: words.columns.title,
    section: "close",
    wrong: {
      asks: assigned.problem
        ? [{ field: `column-${assigned.at ?? 0}`, text: words.columns.errors[assigned.problem] }]
        : [],
    },
    again: { form: "again" },
    body: html`<p class="dim">${words.columns.batch(timesOf(language, settings.timeZone).date(upload.batch.until))}</p>
<p class="lead">${words.columns.lead}</p>
<form id="again" method="post" action="${root}compare" enctype="multipart/form-data">
${uploadFields(visit, upload)}
<table class="list assign"><thead><tr>${Object.values(words.columns.head).map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>
<tbody>${Array.from({ length: table.columns }, (_, at) => columnField(visit, table, assigned, at))}</tbody></table>
<p class="apart"><a href="${root}compare?batch=${upload.batch.date}">${words.columns.other}</a> <button>${words.columns.compare}</button></p>
</form>`,
  };
}

/** The field of one column: its name, its first values, its role, and what is wrong with it. */
function columnField(visit: Visit, table: BankTable, assigned: AssignedColumns, at: number): Html {
  const { columns: words } = compareTexts[visit.language];
  const chosen = assigned.chosen[at];
  const problem = assigned.at === at ? assigned.problem : undefined;
  const values = new Set(table.rows.map((row) => row.cells[at] ?? "").filter((cell) => cell !== ""));
  const option = (role: Role) =>
    html`<option value="${role}"${role === chosen && html` selected`}>${words.roles[role]}</option>`;
  const wrong = problem && html` aria-invalid="true" aria-describedby="error-${at}"`;
  return html`<tr><th scope="row" class="names"><label for="column-${at}"><bdi>${table.names?.[at] || words.column(at + 1)}</bdi></label></th>
<td class="names dim"><bdi>${[...values]
    .slice(0, 3)
    .map((value) => value.slice(0, 40))
    .join(" · ")}</bdi></td>
<td class="names"><select id="column-${at}" name="column-${at}"${wrong}${assigned.at === at && html` autofocus`}><option value="">${words.none}</option>${roles.map(option)}</select>${problem && html`<span class="wrong" id="error-${at}">${words.errors[problem]}</span>`}
${chosen === "state" && stateFields(visit, statesIn(table, at) ?? [], assigned.states, at)}</td></tr>`;
}

/** A box for each state of a column: those that are ticked count. */
function stateFields({ language }: Visit, found: readonly BankState[], counted: CountedStates, column: number): Html {
  const { columns: words, result } = compareTexts[language];
  return html`<fieldset class="states"><legend>${words.states}</legend><input type="hidden" name="states-of" value="${column}">${found.map(
    ({ state, written, rows }, at) =>
      html`<label><input type="checkbox" name="state-${at}" value="1"${counted.get(state) === true && html` checked`}> <bdi>${written.slice(0, 40)}</bdi> <span class="dim">${result.rows(rows)}</span></label>`,
  )}<p class="dim">${words.statesNote}</p></fieldset>`;
}
