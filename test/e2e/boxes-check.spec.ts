import { expect } from "@playwright/test";
import { boxFaults } from "./boxes.ts";
import { writeAmounts } from "./rewrite.ts";
import { test } from "./test.ts";

const amount = "RD$\u00a09,999,999.99";
const cases: { what: string; html: string; faults: RegExp[] }[] = [
  {
    what: "an amount cut by the box around its own",
    html: `<div style="overflow:clip;width:60px"><b style="white-space:nowrap">${amount}</b></div>`,
    faults: [/^cut: “RD\$.*” by div$/],
  },
  {
    what: "an amount that ends in an ellipsis",
    html: `<p style="overflow:hidden;width:60px;white-space:nowrap;text-overflow:ellipsis">${amount}</p>`,
    faults: [/^cut: “RD\$/],
  },
  {
    what: "a line cut off below",
    html: `<p style="overflow:hidden;height:10px">words</p>`,
    faults: [/^cut: “words” by p$/],
  },
  {
    what: "an amount out of its button",
    html: `<button style="width:60px;white-space:nowrap">${amount}</button>`,
    faults: [/^out of its box: “RD\$.*” of button$/],
  },
  {
    what: "an amount in two lines",
    html: `<p style="width:60px;overflow-wrap:anywhere">${amount}</p>`,
    faults: [/^in two lines: “RD\$/],
  },
  {
    what: "a telephone number in two lines",
    html: `<p style="width:60px">809-555-0100</p>`,
    faults: [/^in two lines: “809-555-0100”$/],
  },
  {
    what: "two texts on each other",
    html: `<p>one text</p><p style="margin-top:-2.2em">another</p>`,
    faults: [/^overlap: “.*” and “.*”$/],
  },
  {
    what: "a text under a painted box",
    html: `<p>words</p><div id="panel" style="position:absolute;inset:0;background:#fff"></div>`,
    faults: [/^covered: “words” by div#panel$/],
  },
  {
    what: "a text under an image",
    html: `<p>words</p><img style="position:absolute;inset:0;width:100%;height:100%" alt="">`,
    faults: [/^covered: “words” by img$/],
  },
  {
    what: "a text under a drawing",
    html: `<p>words</p><svg style="position:absolute;inset:0" width="100%" height="100%"><circle r="99" /></svg>`,
    faults: [/^covered: “words” by circle$/],
  },
  {
    what: "a text under the wide line of a drawing",
    html: `<p>words</p><svg style="position:absolute;inset:0;overflow:visible"><path d="M0 200h300" stroke="#000" stroke-width="400" /></svg>`,
    faults: [/^covered: “words” by path$/],
  },
  {
    what: "a text under a box that lets clicks through",
    html: `<p>words</p><b style="position:absolute;inset:0;background:#fff;pointer-events:none"></b>`,
    faults: [/^covered: “words” by b$/],
  },
  {
    what: "an amount cut by its field",
    html: `<input style="width:60px" value="${amount}"><input style="width:60px" value="a long name"><input value="${amount}">`,
    faults: [/^cut: “RD\$.*” by input$/],
  },
  {
    what: "an amount cut by a list of choices",
    html: `<select style="width:60px"><option>Less<option selected>${amount}</select>
      <select style="width:60px"><option>a long name</select><select><option>${amount}</select>`,
    faults: [/^cut: “RD\$.*” by select$/],
  },
  {
    what: "a page that scrolls sideways",
    html: `<img style="display:block;width:150vw;height:9px" alt="">`,
    faults: [/^scrolls sideways: img$/],
  },
  {
    what: "a text out of the window",
    html: `<p style="position:absolute;left:calc(100vw - 30px);white-space:nowrap">long words</p>`,
    faults: [/^out of the window: “long words”$/, /^scrolls sideways/],
  },
  {
    what: "no fault: an ellipsis that takes no figure, what can be scrolled to, what only screen readers read",
    html: `<p style="overflow:hidden;width:60px;white-space:nowrap;text-overflow:ellipsis">some longer words</p>
      <pre style="overflow:auto;width:60px">a long line of source</pre>
      <a style="position:absolute;right:100vw">skip</a>
      <span style="position:absolute;overflow:hidden;width:1px;height:1px;white-space:nowrap">for readers</span>`,
    faults: [],
  },
  {
    what: "no fault: lines close together, a link or an icon over its card, a closed list, a dialog over the page",
    html: `<h1 style="line-height:1;width:6em">Lines close together</h1>
      <div style="position:relative"><p>A card</p><a href="#" aria-label="go" style="position:absolute;inset:0"></a>
        <svg style="position:absolute;inset:0;pointer-events:none"><path fill="none" d="M0 0h300v150h-300" /></svg></div>
      <details><summary>more</summary><p>inside</p></details>
      <dialog style="margin:0">over the page</dialog><script>document.querySelector("dialog").showModal()</script>`,
    faults: [],
  },
];

for (const { what, html, faults } of cases) {
  test(`the check of boxes finds ${what}`, async ({ page }) => {
    await page.setContent(`<!doctype html><body style="font:16px/1.5 sans-serif">${html}`);
    const found = await boxFaults(page);
    expect(found).toHaveLength(faults.length);
    for (const fault of faults) expect(found).toContainEqual(expect.stringMatching(fault));
  });
}

test("amounts are rewritten in text, in shadow roots and in labels", async ({ page }) => {
  await page.setContent(
    `<!doctype html><p label="Pay RD$\u00a01.00">US$\u00a012.00 of RD$\u00a01,234.00</p><div></div>`,
  );
  await page.evaluate(() => {
    document.querySelector("div")?.attachShadow({ mode: "open" }).append("RD$\u00a05.00");
  });
  expect(await writeAmounts(page, "9,999.99")).toBe(true);
  await expect(page.locator("p")).toHaveText("US$\u00a09,999.99 of RD$\u00a09,999.99");
  await expect(page.locator("p")).toHaveAttribute("label", "Pay RD$\u00a09,999.99");
  await expect(page.locator("div")).toHaveText("RD$\u00a09,999.99");
  await page.setContent("<!doctype html><p>no money</p>");
  expect(await writeAmounts(page, "9,999.99")).toBe(false);
});
