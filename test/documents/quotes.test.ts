import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { surfaces } from "../package/sentences.ts";
import { root } from "../package/texts.ts";
import { allDocuments } from "./documents.ts";

const pages = allDocuments()
  .filter(({ path }) => /^docs\/(?:staff|es\/personal)\//.test(path))
  .map(({ path, prose }) => ({ path, text: prose.join("\n") }));
const plain = (text: string) =>
  text
    .replaceAll(/\s+/g, " ")
    .replaceAll(/^[ .,…]+|[ .,…]+$/g, "")
    .toLowerCase();
const files = globSync("packages/express/src/{cli,counter,outbox,staff}/**/*.ts", { cwd: root });
const sources = files.map((path) => readFileSync(join(root, path), "utf8")).join("\n");
const read = plain(surfaces.flatMap(({ sentences }) => sentences.flatMap(({ es, en }) => [es, en])).join(" "));

/** What a buyer or the bank says, and not the shop. */
const spoken =
  /hold|retención|pending|pendiente|proceso|process|batch|lote|statement|estado de cuenta|authorization|autorización|approved for|aprobado en parte|customer|cliente|charged and|cobraron|can see|veo|need it|necesito|afternoon|tardes|^declined|^rechazado|transaction$|transacción$|voided|anulado|through|sí pasó|were not charged$|no se le cobró|^por |^pagado/;

for (const [title, pattern, known, least] of [
  ["a sentence that a buyer reads", /“([^”]+)”|«([^»]+)»/g, read, 10],
  ["a name on the counter's pages", /(?<!\*)\*([A-ZÁÉÍÓÚ][^*]+)\*(?!\*)/g, plain(sources), 80],
  ["an answer of the command", /^\| `([^`]+)` \|/gm, plain(sources), 10],
] as const) {
  test(`${title} is quoted to the staff as it is`, () => {
    const quotes = pages.flatMap(({ path, text }) =>
      [...text.matchAll(pattern)].map(([, one, other]) => ({ path, quote: plain(one ?? other ?? "") })),
    );
    const said = quotes.filter(({ quote }) => known !== read || !spoken.test(quote));
    assert.ok(said.length >= least, `${said.length} quotes`);
    const pieces = ({ quote }: { quote: string }) => quote.split(/…|ana said paid| is approved|--reason/).map(plain);
    assert.deepEqual(
      said.filter((one) => !pieces(one).every((piece) => known.includes(piece))),
      [],
    );
  });
}
