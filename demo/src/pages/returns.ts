import type { OrderView } from "@ventanilla/express";
import { type Html, html } from "@ventanilla/web";
import { formatPesos } from "../price.ts";
import { type Language, texts } from "../texts.ts";

/** What went back of an order's payments, a sentence for each part. */
export function returnLines({ attempts }: OrderView, language: Language): Html[] {
  const locale = language === "es" ? "es-DO" : "en-US";
  const { format } = new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone: "America/Santo_Domingo" });
  const parts = attempts.flatMap(({ givenBack = [] }) => givenBack);
  const sentence = texts[language].givenBack;
  return parts.map(
    ({ amount, at }) =>
      html`<p>${sentence.replace("{amount}", () => formatPesos(amount.minor)).replace("{date}", () => format(at))}</p>`,
  );
}
