/** Both are complete. */
export type CounterLanguage = "es" | "en";

/** A page that says why there is no other. */
interface Problem {
  title: string;
  message: string;
}

/** What stands on every page of the counter, in one language. The pages have texts of their own beside this. */
export interface CounterTexts {
  /** The name of the counter, after the store's. */
  product: string;
  navigation: string;
  /** The entries of the navigation. */
  nav: Record<"today" | "decide" | "payments" | "close", string>;
  /** The link that leads keyboards past the navigation. */
  skip: string;
  /** The name of the other language, in that language. */
  otherLanguage: string;
  backToToday: string;
  /** The button that ends the login. */
  signOut: string;
  /** Above an open page that gets no news any more; `{time}` is when it last did. */
  stale: string;
  problems: Record<"nobody" | "mayNot" | "otherSite" | "oldForm" | "wrongMethod" | "failed" | "failedPost", Problem>;
}
