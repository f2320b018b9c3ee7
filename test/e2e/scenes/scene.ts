import type { Page } from "@playwright/test";
import type { Bank } from "../bank.ts";
import type { Addresses } from "../start-server.ts";

/** What a scene is opened with. */
export interface Stage {
  page: Page;
  language: "es" | "en";
  addresses: Addresses;
  /** A bank of the test's own. */
  bank: Bank;
}

/** A page in a state, as `testScenes` looks at it. */
export interface Scene {
  name: string;
  /** Comes to the page, in a new browser, and waits until it stands still. */
  open(stage: Stage): Promise<void>;
  /**
   * Shows the opened page in the stage's language, and waits likewise. Default: it is opened again, where that takes no
   * longer, or the language is the payment's own.
   */
  turn?(stage: Stage): Promise<void>;
  /** The page runs no scripts. */
  withoutScripts?: true;
}

/** Loads the page that is shown in the stage's language, as its link to the other language does. */
export async function turnPage({ page, language }: Stage): Promise<void> {
  const address = new URL(page.url());
  address.searchParams.set("lang", language);
  await page.goto(address.href);
}

/** Sends a form from the page that is shown, as a click would, and waits for what comes of it. */
export async function submit(page: Page, action: string, fields: Record<string, string>): Promise<void> {
  await Promise.all([
    page.waitForNavigation(),
    page.evaluate(
      ([address, values]) => {
        const form = Object.assign(document.createElement("form"), { method: "post", action: address });
        for (const [name, value] of Object.entries(values)) {
          form.append(Object.assign(document.createElement("input"), { type: "hidden", name, value }));
        }
        document.body.append(form);
        form.submit();
      },
      [action, fields] as const,
    ),
  ]);
}
