/** The languages of the counter. Every text exists in both. */
export type CounterLanguage = "es" | "en";

/** A page that says why the requested one is not shown. */
interface Problem {
  title: string;
  message: string;
}

/** What stands on every page of the counter, in one language. Each page has further texts of its own. */
export interface CounterTexts {
  /** The name of the counter, after the store's. */
  product: string;
  navigation: string;
  /** The entries of the navigation. */
  nav: Record<"today" | "decide" | "payments" | "close", string>;
  /** The link with which keyboard users skip the navigation. */
  skip: string;
  /** The name of the other language, in that language. */
  otherLanguage: string;
  backToToday: string;
  /** The button that ends the login. */
  signOut: string;
  /** Above an open page that is no longer updated. `{time}` is the time of the last update. */
  stale: string;
  problems: Record<"nobody" | "mayNot" | "otherSite" | "oldForm" | "wrongMethod" | "failed" | "failedPost", Problem>;
}
