import { readFileSync } from "node:fs";
import type { CounterPages, PageAnswer } from "@ventanilla/express/counter";
import type { Link } from "../link.ts";
import type { Parts } from "../options.ts";
import { staffTexts } from "../texts.ts";
import { chargePage, keypadPage, takeCharge } from "./charge.ts";
import type { StaffVisit } from "./desk.ts";
import { linkPage, posterPage } from "./link-page.ts";
import { listPage } from "./list.ts";

const style = readFileSync(new URL("../../src/staff/staff.css", import.meta.url), "utf8");

/** The pages that stand alone, by method and address. */
const pages = new Map<string, (visit: StaffVisit) => PageAnswer | Promise<PageAnswer>>([
  ["GET ", chargePage],
  ["POST ", takeCharge],
  ["GET keypad", keypadPage],
  ["POST keypad", takeCharge],
  ["GET all", listPage],
]);

/** Those of a link, below its code. */
const linkPages = new Map<string, (visit: StaffVisit, link: Link) => PageAnswer | Promise<PageAnswer>>([
  ["GET ", linkPage],
  ["GET poster", posterPage],
  ["POST withdraw", ({ manage }, { code }) => manage.withdraw(code).then(() => ({ to: `links/${code}` }))],
]);

async function answerOf(visit: StaffVisit): Promise<PageAnswer | undefined> {
  const { method, path, manage } = visit;
  const page = pages.get(`${method} ${path}`);
  if (page !== undefined) return page(visit);
  const [code = ""] = path.split("/", 1);
  const ofLink = linkPages.get(`${method} ${path.slice(code.length + 1)}`);
  const link = ofLink && (await manage.find(code));
  return link && ofLink?.(visit, link);
}

/** The pages that the counter gets: charging by a link or the keypad, and a list of links. */
export const makeStaffPages = (desk: Pick<StaffVisit, "manage" | "router"> & Parts): CounterPages => ({
  path: "links",
  label: { es: staffTexts.es.charge, en: staffTexts.en.charge },
  async answer(visit) {
    const at = (path: string) => `${visit.root}links${path === "" ? "" : `/${path}`}`;
    const now = await desk.database.now();
    const answer = await answerOf({ ...desk, ...visit, words: staffTexts[visit.language], now, at });
    return answer && "body" in answer ? { ...answer, style: style + (answer.style ?? "") } : answer;
  },
});
