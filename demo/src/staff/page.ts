import { html } from "@ventanilla/web";
import type { Page } from "../pages/layout.ts";
import type { Visit } from "../visit.ts";
import { maxNameLength } from "./login.ts";
import { staffTexts } from "./texts.ts";

/** Where the shop's staff sees its payments: the counter's mount. */
export const counterPath = "/staff/payments";

/**
 * The demo's login: a name and no password.
 * @param next the page that follows
 */
export function logInPage({ language }: Visit, next: string, isWrong = false): Page {
  const say = staffTexts[language];
  return {
    title: say.logInTitle,
    isStaff: true,
    body: html`<form method="post" action="/staff/login" class="panel login">
  <h1>${say.logInTitle}</h1>
  ${isWrong && html`<p class="problem" role="alert">${say.badName}</p>`}
  <input type="hidden" name="next" value="${next}">
  <label>${say.name} <input name="name" value="${isWrong ? "" : say.usualName}" maxlength="${maxNameLength}" autocomplete="off" required></label>
  <label class="check"><input type="checkbox" name="role" value="look"> <span>${say.mayOnlyLook}<small class="fine">${say.onlyLooking}</small></span></label>
  <button class="big">${say.logIn}</button>
  <p class="fine">${say.demo}</p>
</form>`,
  };
}
