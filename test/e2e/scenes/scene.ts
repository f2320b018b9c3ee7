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

/** A page in a state, as `boxes.spec.ts` measures it. */
export interface Scene {
  name: string;
  /** Comes to the page, in a new browser, and waits until it stands still. */
  open(stage: Stage): Promise<void>;
}

/** @throws Error when no scene has the name */
export function sceneNamed(scenes: readonly Scene[], name: string): Scene {
  const found = scenes.find((scene) => scene.name === name);
  if (!found) throw new Error(`no scene is named "${name}"`);
  return found;
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
