import assert from "node:assert/strict";
import { test } from "node:test";
import type { Visit } from "../visit.ts";
import { voidTime } from "./void-time.ts";

const visit = (language: "es" | "en") =>
  ({ language, settings: { timeZone: "America/Santo_Domingo" } }) as Pick<Visit, "language" | "settings">;
const until = Date.parse("2026-11-20T19:00:00-04:00");
const shown = (now: string, language: "es" | "en" = "es", about?: "batch") =>
  String(voidTime(visit(language), until, Date.parse(now), about)).replaceAll("\u00a0", " ");
const text = (...args: Parameters<typeof shown>) => shown(...args).replaceAll(/<[^>]+>/g, "");

test("says until when a payment can be voided, and how long that is", () => {
  assert.equal(
    text("2026-11-20T16:54:10-04:00", "en"),
    "Can be voided, only as a whole, until the batch close (7:00 PM): 2 h 05 min left",
  );
  assert.equal(
    text("2026-11-20T18:20:00-04:00", "es", "batch"),
    "Los pagos aprobados se pueden anular hasta el cierre de lote (7:00 p. m.): quedan 40 min",
  );
  assert.equal(
    text("2026-11-20T18:59:00.001-04:00"),
    "Se puede anular, solo completo, hasta el cierre de lote (7:00 p. m.): queda menos de 1 min",
  );
});

test("names the day of a close that is not today, and what is left after the close", () => {
  assert.match(text("2026-11-19T20:00:00-04:00"), /\(20 nov 2026, 7:00 p\. m\.\): quedan 23 h 00 min/);
  const closed = "Ya no se puede anular: el lote cerró (20 nov 2026, 7:00 p. m.). Lo que queda es una devolución.";
  assert.equal(text("2026-11-20T19:00:00-04:00"), closed);
  assert.doesNotMatch(shown("2026-11-20T19:00:00-04:00"), /svg/);
});

test("the mark of the bar stands where the day is, and the last hour is marked", () => {
  const mark = (now: string) => /class="now" x="([^"]+)"/.exec(shown(now))?.[1];
  assert.equal(mark("2026-11-19T19:00:00-04:00"), "0.00%");
  assert.equal(mark("2026-11-20T07:00:00-04:00"), "50.00%");
  assert.equal(mark("2026-11-20T18:59:59-04:00"), "100.00%");
  assert.doesNotMatch(shown("2026-11-20T18:00:00-04:00"), /soon/);
  assert.match(shown("2026-11-20T18:00:01-04:00"), /soon/);
  // A page that is fetched again within a minute has not changed.
  assert.equal(shown("2026-11-20T12:00:01-04:00"), shown("2026-11-20T12:00:59-04:00"));
});
