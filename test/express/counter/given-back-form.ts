import assert from "node:assert/strict";
import type { Desk } from "./counter.ts";

/** What the form on the page of a payment sends, with the basis of what the page showed. */
export async function backForm(desk: Desk, id: string) {
  const page = await desk.page(`/payments/${id}?lang=en`);
  const [form = assert.fail("the page has no form")] = /<form[^>]*\/given-back".*?<\/form>/s.exec(page) ?? [];
  const [, seen = ""] = /name="seen" value="([^"]+)"/.exec(form) ?? [];
  const [, amount = ""] = /name="amount"[^>]* value="([^"]*)"/.exec(form) ?? [];
  const [, on = ""] = /name="on"[^>]* value="([^"]*)"/.exec(form) ?? [];
  return { seen, amount, on, reference: "", reason: "one box was broken" };
}
