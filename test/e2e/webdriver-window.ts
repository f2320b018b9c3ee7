import { until, type WebDriver, type WebElement } from "selenium-webdriver";
import { patience, type Window } from "./window.ts";

/** Between two looks at what is waited for, in milliseconds. */
const oneLook = 40;

// Runs in the page: the first visible element that matches, inside open shadow roots too. A space that does not break
// is a space, as it is to Playwright.
const search = `
  const [selector, pattern] = arguments;
  function* within(root) {
    yield* root.querySelectorAll(selector);
    for (const { shadowRoot } of root.querySelectorAll("*")) if (shadowRoot) yield* within(shadowRoot);
  }
  for (const element of within(document)) {
    const shown = element.getClientRects().length > 0 && getComputedStyle(element).visibility !== "hidden";
    if (!shown || (pattern !== null && !new RegExp(pattern).test(element.innerText.replaceAll("\\u00a0", " ")))) continue;
    element.scrollIntoView({ block: "center" });
    return element;
  }
  return null;
`;

function patternOf(text: string | RegExp | undefined): string | null {
  if (text === undefined) return null;
  return text instanceof RegExp ? text.source : text.replaceAll("\u00a0", " ").replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

/** The current window of a WebDriver session as a {@link Window}; every step first switches to its own. */
export async function webdriverWindow(driver: WebDriver): Promise<Window> {
  return windowOf(driver, await driver.getWindowHandle(), new Set(await driver.getAllWindowHandles()));
}

/** @param known the windows that are somebody's already; shared by all windows of the session */
function windowOf(driver: WebDriver, handle: string, known: Set<string>): Window {
  const here = () => driver.switchTo().window(handle);

  /** @param what for the error, which shows where the window is instead */
  async function wait<T>(what: () => string, condition: Parameters<typeof driver.wait<T>>[0]): Promise<T> {
    try {
      return await driver.wait<T>(condition, patience, undefined, oneLook);
    } catch (cause) {
      const [address, text] = [driver.getCurrentUrl(), driver.executeScript<string>("return document.body.innerText")];
      const shown = await Promise.all([address, text]).catch(() => ["no page"]);
      throw new Error(`waited in vain for ${what()} at ${shown.join("\n")}`, { cause });
    }
  }

  /** Finds and uses an element, again and again: a page may be replaced between the two. */
  async function use(
    selector: string,
    text: string | RegExp | undefined,
    action: (element: WebElement) => Promise<unknown>,
  ) {
    await here();
    let problem = "";
    const done = async () => {
      try {
        const element = await driver.executeScript<WebElement | null>(search, selector, patternOf(text));
        if (element === null) return false;
        await action(element);
        return true;
      } catch (error) {
        problem = ` (${String(error)})`;
        return false;
      }
    };
    await wait(() => `${selector}${text === undefined ? "" : ` with “${text}”`}${problem}`, done);
  }
  const handles = () => driver.getAllWindowHandles();

  async function next(): Promise<Window> {
    const find = async () => (await handles()).find((other) => !known.has(other)) ?? false;
    const opened = (await wait(() => "another window", find)) as string;
    known.add(opened);
    return windowOf(driver, opened, known);
  }

  return {
    async open(address) {
      await here();
      await driver.get(address);
    },
    click: (selector, text) => use(selector, text, (element) => element.click()),
    doubleClick: (selector, text) => use(selector, text, (element) => driver.actions().doubleClick(element).perform()),
    fill: (selector, value) =>
      use(selector, undefined, async (element) => {
        await element.clear();
        await element.sendKeys(value);
      }),
    see: (selector, text) => use(selector, text, async () => {}),
    async arrive(part) {
      await here();
      await wait(() => part, until.urlContains(part));
    },
    async address() {
      await here();
      return driver.getCurrentUrl();
    },
    async back() {
      await here();
      await driver.navigate().back();
    },
    async close() {
      await here();
      await driver.close();
    },
    async tab() {
      await here();
      await driver.switchTo().newWindow("tab");
      return next();
    },
    popup: () => next(),
    async gone() {
      await wait(
        () => "the window to close",
        async () => !(await handles()).includes(handle),
      );
    },
  };
}
