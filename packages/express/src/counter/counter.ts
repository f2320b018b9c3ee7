import type { IncomingMessage, ServerResponse } from "node:http";
import { decodeComponent, expectThat, FormAbortedError, isSameOrigin, seeOther } from "@ventanilla/web";
import { makeLineLimit } from "../base/recent-count.ts";
import type { InFlight } from "../base/work.ts";
import { fail, type Handler } from "../handler.ts";
import { closeAfterAnswer } from "../http/answer.ts";
import { makeFormReader } from "../http/body.ts";
import type { Payments } from "../payments.ts";
import type { Report } from "../report/report.ts";
import { type Desk, deskOf } from "../staff/desk.ts";
import type { DeskSettings } from "../staff/desk-settings.ts";
import { makeAddAhead } from "./business/add-ahead.ts";
import { businessRoutes } from "./business/business.ts";
import { closeRoutes } from "./close/close.ts";
import { compareRoutes } from "./compare/compare.ts";
import { namePartRoutes } from "./decide/name-part.ts";
import { decideRoutes } from "./decide/open-decisions.ts";
import { recordRoutes } from "./decide/record-decision.ts";
import { findRoutes } from "./find/find.ts";
import { timesOf } from "./format.ts";
import { type CounterFrame, languageOf, showPage, showProblem } from "./frame.ts";
import { recordBackRoutes } from "./give-back/record-given-back.ts";
import { returnsRoutes } from "./give-back/returns-page.ts";
import { reverseRoutes } from "./give-back/reverse.ts";
import { filterRoutes } from "./list/kept-filters.ts";
import { listRoutes } from "./list/list.ts";
import { memberOf } from "./member.ts";
import { type CounterOptions, checkOptions, type Permission } from "./options.ts";
import { paymentRoutes } from "./payment/payment-page.ts";
import { recordNoteRoutes } from "./payment/record-note.ts";
import { counterTexts } from "./texts/texts.ts";
import { todayRoutes } from "./today/today.ts";
import { formToken, isFormToken } from "./token.ts";
import type { Answer, CounterRoute, ReadForm, Visit } from "./visit.ts";

/** The routes of the counter, below its mount path. */
const ownRoutes: readonly CounterRoute[] = [
  ...todayRoutes,
  ...decideRoutes,
  ...findRoutes,
  ...listRoutes,
  ...filterRoutes,
  ...paymentRoutes,
  ...recordRoutes,
  ...recordBackRoutes,
  ...namePartRoutes,
  ...recordNoteRoutes,
  ...returnsRoutes,
  ...reverseRoutes,
  ...closeRoutes,
  ...compareRoutes,
  ...businessRoutes,
];

/** The routes of packages' pages. Throws an ArgumentError that names what is wrong with them. */
function routesOf(given: CounterOptions["pages"] = []): CounterRoute[] {
  const taken = new Set("today decide find payments events filters close compare business returns".split(" "));
  return given.flatMap((pages, index) => {
    const { path: name, label } = pages;
    const isWhole = typeof label?.es === "string" && typeof label.en === "string" && typeof pages.answer === "function";
    expectThat(isWhole, `pages[${index}]`, "{ path, label: { es, en }, answer }");
    const isFree = /^[a-z][a-z-]*$/.test(name) && !taken.has(name);
    expectThat(isFree, `pages[${index}].path`, `small letters, other than ${[...taken].join(", ")}`);
    taken.add(name);
    return (["GET", "POST"] as const).map((method) => ({
      method,
      path: new RegExp(`^/${name}(?=/|$)/?(.*)$`),
      answer: async ({ query, fields, staff, language, timeZone, moment, root, token }: Visit, path = "") =>
        pages.answer({ method, path, query, fields, staff, language, timeZone, moment, root, token }),
    }));
  });
}

/** Alerts only a few times in ten minutes: while a store is down, every open page repeats its request. */
function makeFailureAlert(report: Report): (what: "page" | "form", error: unknown) => void {
  const mayAlert = makeLineLimit<"page" | "form">(() => performance.now());
  return (what, error) => {
    if (!mayAlert(what)) return;
    report.alert("request_failed", "a page of the counter failed, and the staff saw that it did", {}, error);
  };
}

/**
 * Makes the counter: the pages where the shop's staff sees all payments, and decides about those that need a person.
 * Mount it behind the shop's own login, on a path of its own.
 * @param payments the router whose payments it shows
 * @param options `staff` names the person; `home` and `signOut` lead out of the counter
 * @returns a request handler, in Express 4.17+, Express 5 or anything else that calls `(request, response, next)`
 * @throws ArgumentError naming the option that is missing or wrong
 * @example
 * app.use("/staff/payments", counter(payments, { staff: (request) => staffNameOf(request) }));
 */
export function counter(payments: Payments, options: CounterOptions): Handler {
  const desk = deskOf(payments);
  checkOptions(options);
  return partlyHandler(makeAnswer(desk, options), desk.inFlight, desk.settings.report);
}

/** Answers a request; `false` when there is nothing at its address. */
type Partly = (request: IncomingMessage, response: ServerResponse) => Promise<boolean>;

/** Answers a request where there is something at its address, and passes other requests on. */
function partlyHandler(answer: Partly, inFlight: InFlight, report: Report): Handler {
  return function handle(request, response, next) {
    const answered = answer(request, response).then((isAnswered) => {
      if (!isAnswered) next();
    });
    void inFlight.track(answered.catch((error: unknown) => fail(error, response, next, report)));
  };
}

/**
 * Makes the function that answers the counter's requests. It asks `staff()` who sent the request. Every change is a
 * POST from the counter's own page, with a token for this browser and this staff member.
 */
function makeAnswer(desk: Desk, { staff, ...exits }: CounterOptions): Partly {
  const { settings, resolve, recordHandling, recordGivenBack, record, retry } = desk;
  const fieldsOf = makeFormReader(settings.report);
  const readFields = async (request: IncomingMessage): Promise<ReadForm> => ({ fields: await fieldsOf(request) });
  const routes = [...ownRoutes, ...routesOf(exits.pages)];
  const alertFailure = makeFailureAlert(settings.report);
  const addAhead = makeAddAhead(settings);

  return async function answer(request, response) {
    const [path = "/", query] = addressOf(request).split("?", 2);
    const found = routes.filter((route) => route.path.test(path));
    if (found.length === 0) return false;
    const frame = frameOf({ settings, exits }, request, response, path, new URLSearchParams(query));
    try {
      await answerAt(found, frame);
    } catch (error) {
      alertFailure(frame.method === "POST" ? "form" : "page", error);
      if (!response.headersSent) {
        closeAfterAnswer(response);
        showProblem(frame, 503, frame.method === "POST" ? "failedPost" : "failed");
      }
      throw error;
    }
    return true;
  };

  async function answerAt(found: readonly CounterRoute[], frame: CounterFrame): Promise<void> {
    const { request, response, path } = frame;
    const { method = "GET" } = request;
    const route = found.find((one) => one.method === (method === "HEAD" ? "GET" : method));
    const isPost = route?.method === "POST";
    const may = route?.may ?? (isPost ? "resolve" : "look");
    const sender = await admit(staff, may, frame);
    if (sender === undefined) return;
    if (route === undefined) {
      response.setHeader("Allow", found.map((one) => one.method).join(", "));
      return showProblem(sender, 405, "wrongMethod");
    }
    if (isPost && !isSameOrigin(request, settings.origin)) return showProblem(sender, 403, "otherSite");
    const form = isPost ? await readForm(route.read ?? readFields, request) : { fields: new Map<string, string>() };
    // The browser has closed the connection: nobody reads an answer.
    if (form === undefined) return;
    const { fields, problem } = form;
    // A form may take minutes to arrive: the permission must still be there afterwards.
    const who = isPost ? await admit(staff, may, sender) : sender;
    if (who === undefined) return;
    const { name } = who.staff;
    if (isPost && !isFormToken(request, settings, name, fields.get("token") ?? "")) {
      return showProblem(who, 403, "oldForm");
    }
    const token = formToken(request, response, settings, name);
    const actions = { resolve, recordHandling, recordGivenBack, record, retry };
    const visit: Visit = { ...actions, ...who, fields, fileProblem: problem, token };
    send(visit, await route.answer(visit, ...groupsOf(route.path, path)), await settings.store.now());
    addAhead();
  }
}

/** Sends what a route has answered with, unless it has sent a file. */
function send(visit: Visit, answer: Answer, now: number): void {
  if (answer === undefined) showProblem(visit, 404, "notFound");
  else if (answer === "sent") return;
  else if ("to" in answer) seeOther(visit.response, `${visit.root}${answer.to}`);
  else showPage(visit, { section: visit.path.split("/")[1] ?? "", ...answer }, now);
}

/** The frame of a page for somebody who may look. */
type AdmittedFrame = CounterFrame & Required<Pick<CounterFrame, "staff" | "waiting">>;

/** Adds who sent the request. Without the permission it shows a problem page, and returns `undefined`. */
async function admit(
  staff: CounterOptions["staff"],
  may: Permission,
  frame: CounterFrame,
): Promise<AdmittedFrame | undefined> {
  const who = await memberOf(staff, frame.request);
  if (who === undefined) {
    showProblem(frame, 403, "nobody");
    return undefined;
  }
  const admitted = { ...frame, staff: who, waiting: frame.waiting ?? (await waitingIn(frame.settings)) };
  if ((may === "resolve" && !who.mayResolve) || (may === "reverse" && !who.mayReverse)) {
    showProblem(admitted, 403, "mayNot");
    return undefined;
  }
  return admitted;
}

/** How many payments and notices wait for a person: the number in the navigation. */
async function waitingIn({ store }: DeskSettings): Promise<number> {
  return Object.values(await store.countUnsettled()).reduce((sum, count) => sum + count, 0);
}

/** The path and query that were asked for, without a NUL character. */
const addressOf = ({ url = "/" }: IncomingMessage): string => url.replaceAll("%00", encodeURIComponent(nulReplacement));

function frameOf(
  { settings, exits }: Pick<Visit, "settings" | "exits">,
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
  query: URLSearchParams,
): CounterFrame {
  const language = languageOf(request, response, query, settings);
  const own = Object.fromEntries(exits.pages?.map(({ path: name, label }) => [name, label[language]]) ?? []);
  const words = { ...counterTexts[language], nav: { ...counterTexts[language].nav, ...own } };
  const root = rootOf(request, path, settings);
  const { timeZone } = settings;
  const { moment } = timesOf(language, timeZone);
  const method = request.method === "POST" ? "POST" : "GET";
  return { settings, exits, request, response, method, path, query, language, words, timeZone, moment, root };
}

/** Replaces NUL, which not every database can keep. A reason must not have this character either. */
const nulReplacement = "\u0001";

/** Reads a form. `undefined` when the connection ends before the form is complete. */
async function readForm(
  read: NonNullable<CounterRoute["read"]>,
  request: IncomingMessage,
): Promise<ReadForm | undefined> {
  try {
    const form = await read(request);
    const fields = [...form.fields].map(([name, value]) => [name, value.replaceAll("\0", nulReplacement)] as const);
    return { ...form, fields: new Map(fields) };
  } catch (error) {
    if (request.complete && !(error instanceof FormAbortedError)) throw error;
    return undefined;
  }
}

/** See {@link Visit.root}. From `/staff`, without a slash at its end, the other pages are at `./staff/`. */
function rootOf(
  { originalUrl }: IncomingMessage & { originalUrl?: string },
  path: string,
  { counterUrl }: DeskSettings,
): string {
  const depth = path.split("/").length - 2;
  if (depth > 0) return "../".repeat(depth);
  const [, last] = /\/([^/]+)$/.exec(originalUrl?.split("?")[0] ?? "") ?? [];
  if (path !== "/" || last === undefined) return "./";
  // A proxy may publish the counter under another path.
  return counterUrl === undefined ? `./${last}/` : new URL(counterUrl).pathname.replace(/\/?$/, "/");
}

/** The decoded groups of an address. One that cannot be decoded stays as it is, and so names nothing that exists. */
function groupsOf(pattern: RegExp, path: string): string[] {
  const [, ...groups] = pattern.exec(path) ?? [];
  return groups.map((group) => decodeComponent(group) ?? group);
}
