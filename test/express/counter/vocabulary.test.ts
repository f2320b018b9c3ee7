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

test("the list and Today explain the states, folded, in the words and colors of the staff's guide", async () => {
  const { desk } = await openFullScene();
  for (const [language, words] of [
    [
      "es",
      ["En la página del banco", "En verificación", "Sin confirmar", "En revisión", "Aprobado", "Rechazado", "Vencido"],
    ],
    ["en", ["At the bank's page", "Being checked", "Unconfirmed", "Under review", "Approved", "Declined", "Expired"]],
  ] as const) {
    const legendOf = async (path: string) =>
      /<details class="lead">(.*?)<\/details>/s.exec(await desk.page(`${path}?lang=${language}`))?.[1] ?? "";
    const legend = await legendOf("/payments");
    assert.equal(await legendOf("/"), legend);
    for (const word of words) {
      const [badge = word] = new RegExp(`<span class="badge \\w+">${word}</span>`).exec(guides[language]) ?? [];
      assert.ok(legend.replaceAll("&#39;", "'").includes(badge), badge);
    }
    assert.match(visibleText(legend), /Sin confirmar .*«en revisión»|Unconfirmed .*“under review”/);
  }
});
