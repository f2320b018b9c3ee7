import type { CounterTexts } from "./texts.ts";

/** What stands on every page, in English. */
export const en: CounterTexts = {
  product: "Counter",
  navigation: "Pages",
  nav: { today: "Today", decide: "To decide", payments: "Payments", close: "Close of day" },
  skip: "Skip to content",
  otherLanguage: "Español",
  backToToday: "Back to Today",
  signOut: "Log out",
  stale: "This page is no longer updated (last time: {time}). Open it again.",
  problems: {
    nobody: {
      title: "This page is for the staff",
      message: "The store does not recognize your login. Log in as staff of the store, and open the page again.",
    },
    mayNot: {
      title: "You can look, but not decide",
      message: "Nothing was recorded. Ask someone who can record results to do it.",
    },
    otherSite: {
      title: "Nothing was recorded",
      message: "The form did not come from this page. Open the page again here, and send it once more.",
    },
    oldForm: {
      title: "Nothing was recorded",
      message: "The form belongs to another login or another browser. Open the page again, and send it once more.",
    },
    wrongMethod: { title: "There is nothing to open here", message: "This address only takes forms." },
    failed: {
      title: "The page could not be shown",
      message: "The database did not answer, or something failed. Payments continue. Open the page again.",
    },
    failedPost: {
      title: "We do not know whether it was recorded",
      message:
        "The database did not answer, or something failed. Open the page again: there you see whether it was recorded.",
    },
  },
};
