import type { Html } from "@ventanilla/web";
import type { WrongForm } from "./page/error-summary.ts";
import type { CounterLanguage } from "./texts/texts.ts";

/** Pages that a package adds to the counter, behind its login, its checks of forms and its frame. */
export interface CounterPages {
  /** The first part of their addresses, small letters and hyphens: `links` stands for `/links` and all below it. */
  path: string;
  /** Their entry in the navigation. */
  label: Record<CounterLanguage, string>;
  /** Answers a GET of somebody who may look, a POST of somebody who may decide. `undefined`: status 404; an error: 503 */
  answer(visit: PageVisit): Promise<PageAnswer | undefined> | PageAnswer | undefined;
}

/** The staff member who sent the request, with what they may do. */
export interface Viewer {
  /** As the option `staff` has named them. */
  name: string;
  /** Whether they may send forms. */
  mayResolve: boolean;
  /** Whether they may give money back to cards. */
  mayReverse: boolean;
}

/** A request to the pages of a package, from a staff member who may send it. */
export interface PageVisit {
  /** A `HEAD` is a `GET`. */
  method: "GET" | "POST";
  /** What follows the first part of the address, decoded: `K7MP4XQ9TD/poster`. Empty for the first page. */
  path: string;
  /** The query of the address. */
  query: URLSearchParams;
  /** The fields of the form in the request. Empty for a GET. */
  fields: ReadonlyMap<string, string>;
  /** Who sent it. */
  staff: Viewer;
  /** In which the page is to be. */
  language: CounterLanguage;
  /** Of the times on the page. */
  timeZone: string;
  /** Writes a time as the counter does: `21 nov 2026, 7:05 p. m.` */
  moment(ms: number): string;
  /**
   * The relative path from this address to the counter's first page, with a slash at its end: `../`. Every link begins
   * with it, so that the counter works wherever it is mounted.
   */
  root: string;
  /** The value of the hidden field `token` that each form of the page needs: see `token.ts`. */
  token: string;
}

/** A page, or the address below the counter that a form leads `to`. */
export type PageAnswer = PageContent | { to: string };

/** A page of the counter. */
export interface PageContent {
  /** Default: 200 */
  status?: number;
  /** The name of the window. */
  title: string;
  /** Default: the title */
  heading?: Html;
  /** The ways between the pages of the section, below the heading. Default: none */
  tabs?: Html;
  /** Follows the heading and the tabs. */
  body: Html;
  /** What is wrong with a form that was sent: listed above the body, each as a link to its field. Default: nothing */
  wrong?: WrongForm;
  /** The entry of the navigation that it belongs to. Default: the first part of its address */
  section?: string;
  /**
   * How an answer to a POST is shown in the other language: by the form on the page with this id, which changes nothing,
   * or at a path below the counter. Default: the page of the section
   */
  again?: { form: string } | { path: string };
  /** Whether the page updates itself, where scripts run: every ten seconds, or every so many. Default: false */
  live?: boolean | number;
  /** A style sheet of the page's own. Default: none */
  style?: string;
  /** A script of the page's own: a text of the program, in which nothing stands that somebody typed. Default: none */
  script?: string;
}
