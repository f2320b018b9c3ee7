import { pageResponse } from "../page/layout.ts";
import { type Notice, noticePage } from "../page/notice-page.ts";
import type { Reason } from "../reason.ts";
import { warningAbout } from "../warning.ts";
import { methodWarning, pathWarning } from "./likely-path.ts";
import type { HttpRequest } from "./request.ts";
import { failure, type HttpResponse } from "./response.ts";
import type { ErrorStatus } from "./server.ts";

const errorTexts: Record<ErrorStatus, { message: string; notice: Notice }> = {
  404: { message: "Not Found", notice: "noSuchPage" },
  405: { message: "Method Not Allowed", notice: "wrongMethod" },
  413: { message: "Payload Too Large", notice: "broken" },
  500: { message: "Internal Server Error", notice: "broken" },
};

const tooLong = {
  es: "el cuerpo pasa de 64 KiB: se esperaba uno más corto",
  en: "the body is longer than 64 KiB: expected a shorter one",
};

/**
 * The answer to a call that failed: `{"message":"…"}` as the session API sends it, a page for a browser. A warning says
 * what was likely meant.
 *
 * @param allowed the methods of the path, when it is the method that is wrong
 * @param back the store's address, where one is known
 */
export function errorResponse(
  request: HttpRequest,
  status: ErrorStatus,
  allowed: readonly string[] = [],
  back?: string,
): HttpResponse {
  const warning = likelyMeant(request, status, allowed);
  if (warning !== undefined) request.warnings.push(warningAbout([], warning));
  if (status === 413) request.reason = tooLong;
  const { message, notice } = errorTexts[status];
  return request.wantsPage ? pageResponse(status, noticePage(notice, request, back)) : failure(status, message);
}

function likelyMeant(
  { method, path }: HttpRequest,
  status: ErrorStatus,
  allowed: readonly string[],
): Reason | undefined {
  if (status === 404) return pathWarning(path);
  return status === 405 ? methodWarning(method, path, allowed) : undefined;
}

/** The answer to a direct form that lacks what a session must have: the problems in words, on a page for a browser. */
export function formErrorResponse(request: HttpRequest, problems: string, back?: string): HttpResponse {
  request.reason = { en: problems };
  return request.wantsPage
    ? pageResponse(400, noticePage("refused", request, back, request.reason))
    : failure(400, problems);
}
