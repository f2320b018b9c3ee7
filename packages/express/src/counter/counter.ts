import type { IncomingMessage, ServerResponse } from "node:http";
import { makeAFewTimes } from "../operate/recent-count.ts";
import type { Report } from "../operate/report.ts";
import { FormBrokenOff, makeFormReader } from "../web/body.ts";
import { makeLastAnswer } from "../web/last-answer.ts";
import { isSameOrigin } from "../web/origins.ts";
import { closeRoutes } from "./close.ts";
import { compareRoutes } from "./compare.ts";
import { decideRoutes } from "./decide.ts";
import { type CounterFrame, languageOf, showProblem } from "./frame.ts";
import { listRoutes } from "./list.ts";
import { memberOf } from "./member.ts";
import type { CounterAnswer, CounterOptions, CounterParts, Permission } from "./options.ts";
import { paymentRoutes } from "./payment-page.ts";
import { textsOf } from "./texts/texts-of.ts";
import { todayRoutes } from "./today.ts";
import { formToken, isFormToken } from "./token.ts";
import type { CounterRoute, Viewer, Visit } from "./visit.ts";

/** The addresses of the counter, below its mount. */
const routes: readonly CounterRoute[] = [
  ...todayRoutes,
  ...decideRoutes,
  ...listRoutes,
  ...paymentRoutes,
  ...closeRoutes,
  ...compareRoutes,
];

/** Alerts a few times in ten minutes: while a store is down, every open page asks again and again. */
function makeFailureAlert(report: Report): (what: "page" | "form", error: unknown) => void {
  const mayAlert = makeAFewTimes<"page" | "form">(() => performance.now());
  return (what, error) => {
    if (!mayAlert(what)) return;
    report.alert("request_failed", "a page of the counter failed, and the staff saw that it did", {}, error);
  };
}

/**
 * Opens the counter: finds who looks, and answers at its addresses. What changes something is a POST of the counter's
 * own page, with a token of this browser and this member of the staff.
 */
export function openCounter(parts: CounterParts, { staff, ...exits }: CounterOptions): CounterAnswer {
  const { settings } = parts;
  const formOf = makeFormReader(settings.report);
  const alertFailure = makeFailureAlert(settings.report);

  return async function answer(request, response) {
    const [path = "/", query] = (request.url ?? "/").replaceAll("%00", encodeURIComponent(noCharacter)).split("?", 2);
    const found = routes.filter((route) => route.path.test(path));
    if (found.length === 0) return false;
    const frame = frameOf({ parts, exits }, request, response, path, new URLSearchParams(query));
    try {
      await answerAt(found, frame);
    } catch (error) {
      alertFailure(request.method === "POST" ? "form" : "page", error);
      if (!response.headersSent) {
        makeLastAnswer(response);
        showProblem(frame, 503, request.method === "POST" ? "failedPost" : "failed");
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
    const atFirst = await whoMay(may, frame);
    if (atFirst === undefined) return;
    if (route === undefined) {
      response.setHeader("Allow", found.map((one) => one.method).join(", "));
      return showProblem(frame, 405, "wrongMethod");
    }
    if (isPost && !isSameOrigin(request, settings.origin)) return showProblem(frame, 403, "otherSite");
    const fields = isPost ? await fieldsOf(route.read ?? formOf, request) : new Map<string, string>();
    // The browser is gone: nobody reads an answer.
    if (fields === undefined) return;
    // A form may be minutes on its way. What counts is who may decide once it is here.
    const who = isPost ? await whoMay(may, frame) : atFirst;
    if (who === undefined) return;
    if (isPost && !isFormToken(request, settings, who.name, fields.get("token") ?? "")) {
      return showProblem({ ...frame, staff: who }, 403, "oldForm");
    }
    const token = formToken(request, response, settings, who.name);
    const visit: Visit = { ...parts, ...frame, staff: who, fields, token };
    await route.answer(visit, ...groupsOf(route.path, path));
  }

  /** Who looks; `undefined` when they may not, which is the answer then. */
  async function whoMay(may: Permission, frame: CounterFrame): Promise<Viewer | undefined> {
    const who = await memberOf(staff, frame.request);
    if (who === undefined) showProblem(frame, 403, "nobody");
    else if (may === "resolve" && !who.mayResolve) showProblem({ ...frame, staff: who }, 403, "mayNot");
    else return who;
    return undefined;
  }
}

function frameOf(
  { parts, exits }: { parts: CounterParts; exits: Visit["exits"] },
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
  query: URLSearchParams,
): CounterFrame {
  const language = languageOf(request, response, query, parts.settings);
  const words = textsOf(language);
  const root = rootOf(request, path, parts.settings);
  return { settings: parts.settings, exits, request, response, path, query, language, words, root };
}

/** In place of the character with the number 0, which not every database keeps: one that no reason may hold either. */
const noCharacter = "\u0001";

/** The fields of a form; `undefined` when it breaks off. */
async function fieldsOf(
  read: NonNullable<CounterRoute["read"]>,
  request: IncomingMessage,
): Promise<ReadonlyMap<string, string> | undefined> {
  try {
    const fields = await read(request);
    return new Map([...fields].map(([name, value]) => [name, value.replaceAll("\0", noCharacter)]));
  } catch (error) {
    if (request.complete && !(error instanceof FormBrokenOff)) throw error;
    return undefined;
  }
}

/** See {@link Visit.root}. The address `/staff` without a slash at its end is beside the counter's others. */
function rootOf(
  { originalUrl }: IncomingMessage & { originalUrl?: string },
  path: string,
  { counterUrl }: CounterParts["settings"],
): string {
  const depth = path.split("/").length - 2;
  if (depth > 0) return "../".repeat(depth);
  const [, last] = /\/([^/]+)$/.exec(originalUrl?.split("?")[0] ?? "") ?? [];
  if (path !== "/" || last === undefined) return "./";
  // A proxy may have another name for it.
  return counterUrl === undefined ? `./${last}/` : new URL(counterUrl).pathname.replace(/\/?$/, "/");
}

/** What an address names. What cannot be decoded names nothing that there is. */
function groupsOf(pattern: RegExp, path: string): string[] {
  const [, ...groups] = pattern.exec(path) ?? [];
  return groups.map((group) => {
    try {
      return decodeURIComponent(group);
    } catch {
      return "";
    }
  });
}
