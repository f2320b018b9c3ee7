export { type Html, type HtmlValue, html, type PasswordLogin, passwordLogin } from "@ventanilla/web";
export { counter } from "./counter.ts";
export type { CounterOptions, RestOriginal, ReverseOptions, Staff, StaffMember } from "./options.ts";
export type { FieldError, WrongForm } from "./page/error-summary.ts";
export type { CounterPages, PageAnswer, PageContent, PageVisit, Viewer } from "./pages.ts";
