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

/** The badge beside that of a paid order: something of its payment went back, or all of it. */
export function returnBadge({ attempts }: OrderView, language: Language): Html | undefined {
  const shares = attempts
    .filter(({ outcome }) => outcome === "approved")
    .map(({ amount, givenBack = [] }) => givenBack.reduce((sum, part) => sum + part.amount.minor, 0) / amount.minor);
  const badge = (name: string) => html`<span class="badge">${name}</span>`;
  if (shares.some((share) => share > 0 && share < 1)) return badge(texts[language].backInPart);
  return shares.length > 0 && shares.every((share) => share >= 1) ? badge(texts[language].backInFull) : undefined;
}
