import { html } from "@ventanilla/web";
import { showPage } from "./frame.ts";
import type { CounterRoute } from "./visit.ts";

/** `/`: what came in since the last batch close, and what needs a decision first. */
export const todayRoutes: readonly CounterRoute[] = [
  {
    method: "GET",
    path: /^\/$/,
    async answer(visit) {
      showPage(visit, { title: visit.words.nav.today, section: "today", body: html``, live: true });
    },
  },
];
