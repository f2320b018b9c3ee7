import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { openFullScene } from "./counter.ts";
import { visibleText } from "./visible-text.ts";

const guide = (name: string) => readFileSync(new URL(`../../../docs/${name}`, import.meta.url), "utf8");

const guides = {
  es: guide("es/personal/en-una-pagina.md"),
  en: guide("staff/in-one-page.md"),
};

test("the list explains its states, folded, in the words of the staff's guide", async () => {
  const { desk } = await openFullScene();
  for (const [language, words] of [
    [
      "es",
      ["En la página del banco", "En verificación", "Sin confirmar", "En revisión", "Aprobado", "Rechazado", "Vencido"],
    ],
    ["en", ["At the bank's page", "Being checked", "Unconfirmed", "Under review", "Approved", "Declined", "Expired"]],
  ] as const) {
    const page = await desk.page(`/payments?lang=${language}`);
    const [, legend = ""] = /<details class="lead">(.*?)<\/details>/s.exec(page) ?? [];
    for (const word of words) {
      assert.ok(legend.replaceAll("&#39;", "'").includes(`<strong>${word}</strong>: `), word);
      assert.ok(guides[language].includes(word), word);
    }
    assert.match(visibleText(legend), /Sin confirmar : .*«en revisión»|Unconfirmed : .*“under review”/);
  }
});
