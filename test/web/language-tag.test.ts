import assert from "node:assert/strict";
import { test } from "node:test";
import { languageAmong, languageRanges, languageTag } from "@ventanilla/web";

test("a locale as POSIX writes it is its language tag; C and POSIX name none", () => {
  for (const [locale, tag] of [
    ["es_DO", "es-DO"],
    ["es_DO.UTF-8", "es-DO"],
    ["es_DO.UTF-8@euro", "es-DO"],
    ["ca_ES@valencia", "ca-ES"],
    ["en-US", "en-US"],
    [" es ", "es"],
    ["zh_Hant_TW", "zh-Hant-TW"],
    ["C", ""],
    ["C.UTF-8", ""],
    ["POSIX", ""],
    ["*", "*"],
    ["", ""],
  ] as const) {
    assert.equal(languageTag(locale), tag, locale);
  }
});

test("a locale names a language by its first part, and nothing else does", () => {
  const among = (locale: unknown) => languageAmong(locale, ["es", "en"]);
  for (const locale of ["es", "ES", "es_DO", "es-DO", "es_DO.UTF-8", "es-419"])
    assert.equal(among(locale), "es", locale);
  for (const locale of ["en", "en_US", "en-GB", "EN_us.ISO8859-1"]) assert.equal(among(locale), "en", locale);
  for (const locale of ["est", "C", "C.UTF-8", "POSIX", "", "fr_FR", undefined, null, 5, ["es"]]) {
    assert.equal(among(locale), undefined, String(locale));
  }
});

test("a header with locales in place of tags is read all the same", () => {
  assert.deepEqual(languageRanges("en_US.UTF-8;q=0.5, es_DO, C"), [
    { range: "es-DO", quality: 1 },
    { range: "en-US", quality: 0.5 },
  ]);
});
