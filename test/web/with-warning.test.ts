import assert from "node:assert/strict";
import { test } from "node:test";
import { withWarning } from "@ventanilla/web";

test("in a sentence to a buyer the request not to pay again is bold, in both languages", () => {
  const shown = (sentence: string) => withWarning(sentence).toString();
  assert.equal(
    shown("Espere. No vuelva a pagar todavía."),
    'Espere. <strong class="unbroken">No vuelva a pagar todavía.</strong>',
  );
  assert.equal(shown("No vuelva a pagar: espere."), '<strong class="unbroken">No vuelva a pagar:</strong> espere.');
  assert.equal(
    shown("Wait. Please do not pay again yet."),
    'Wait. <strong class="unbroken">Please do not pay again yet.</strong>',
  );
  const twice = "No vuelva a pagar. Espere. No vuelva a pagar todavía, o pagará dos veces.";
  assert.equal(shown(twice).replaceAll(/<.?strong[^>]*>/g, ""), twice, "a shop's own text may say it again");
  assert.equal(shown("<b>Pa peye ankò</b>"), "&lt;b&gt;Pa peye ankò&lt;/b&gt;");
});
