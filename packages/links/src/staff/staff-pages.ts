import { readFileSync } from "node:fs";
import type { CounterPages, PageAnswer } from "@ventanilla/express/counter";
import { isFixedOnce, type Link } from "../link.ts";
import type { Parts } from "../options.ts";
import { staffTexts } from "../texts.ts";
import { chargePage, takeCharge } from "./charge.ts";
import type { StaffVisit } from "./desk.ts";
import { chargeState, keypadPage, screenPage, takeKeypad } from "./keypad.ts";
import { linkPage, posterPage } from "./link-page.ts";
import { listFile, listPage } from "./list.ts";

/** What these pages need beside the counter's own style. */
const style = readFileSync(new URL("../../src/staff/staff.css", import.meta.url), "utf8");

type Answer = PageAnswer | Promise<PageAnswer>;

/** The pages that stand alone, by method and address. */
const pages: Record<string, (visit: StaffVisit) => Answer> = {
  "GET ": chargePage,
  "POST ": takeCharge,
  "GET all": listPage,
  "GET all.csv": listFile,
  "GET keypad": keypadPage,
  "POST keypad": takeKeypad,
};

/** Those of a link, below its code. */
const linkPages: Record<string, (visit: StaffVisit, link: Link) => Answer | undefined> = {
  "GET ": linkPage,
  "GET poster": posterPage,
  "GET screen": (visit, link) => (isFixedOnce(link) ? screenPage(visit, link) : undefined),
  "GET state": (visit, link) => (isFixedOnce(link) ? chargeState(visit, link) : undefined),
  async "POST withdraw"({ manage, router, fields }, { code }) {
    await manage.withdraw(code);
    if (fields.get("to") !== "keypad") return { to: `links/${code}` };
    // A payment that has begun counts: the screen goes on to say how it stands, before the next customer.
    const { decisive } = await router.findOrder(code);
    return { to: decisive === undefined ? "links/keypad" : `links/${code}/screen` };
  },
};

async function answerOf(visit: StaffVisit): Promise<PageAnswer | undefined> {
  const { method, path } = visit;
  const page = Object.hasOwn(pages, `${method} ${path}`) ? pages[`${method} ${path}`] : undefined;
  if (page !== undefined) return page(visit);
  const [code = "", rest = "", ...more] = path.split("/");
  const ofLink = Object.hasOwn(linkPages, `${method} ${rest}`) ? linkPages[`${method} ${rest}`] : undefined;
  const link = ofLink === undefined || more.length > 0 ? undefined : await visit.manage.find(code);
  return link && ofLink?.(visit, link);
}

/** The pages that the counter gets: charging by a link, a list of links, and the keypad. */
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
