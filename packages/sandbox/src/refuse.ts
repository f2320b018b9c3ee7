import { type Answer, failure } from "./answer.ts";
import { pageAnswer } from "./page/layout.ts";
import { type Notice, noticePage, preferredLanguage } from "./page/notice-page.ts";
import type { Call, Refusal } from "./server.ts";

const refusals: Record<Refusal, { message: string; notice: Notice }> = {
  404: { message: "Not Found", notice: "noSuchPage" },
  405: { message: "Method Not Allowed", notice: "wrongMethod" },
  413: { message: "Payload Too Large", notice: "broken" },
  500: { message: "Internal Server Error", notice: "broken" },
};

/** The answer to a call that came to nothing: `{"message":"…"}` as the session API sends it, a page for a browser. */
export function refuse(call: Call, status: Refusal): Answer {
  const { message, notice } = refusals[status];
  return call.wantsPage
    ? pageAnswer(status, noticePage(notice, preferredLanguage(call.acceptLanguage)))
    : failure(status, message);
}

/** The answer to a direct form that lacks what a session must have: the problems in words, on a page for a browser. */
export function refuseForm(call: Call, problems: string): Answer {
  return call.wantsPage
    ? pageAnswer(400, noticePage("refused", preferredLanguage(call.acceptLanguage), problems))
    : failure(400, problems);
}
