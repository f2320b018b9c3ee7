import { type Scene, type Stage, turnPage } from "./scene.ts";

async function logIn({ page, language, addresses }: Stage, name = "Ana María de los Ángeles Rodríguez"): Promise<void> {
  await page.goto(`${addresses.shopWithStaff}/staff?lang=${language}`);
  await page.fill("[name=name]", name);
  await page.click(".login button");
  await page.locator("#seeds").waitFor();
}

async function stageDay(stage: Stage, day: string): Promise<void> {
  await logIn(stage);
  await stage.page.click(`form[action$="${day}"] button`);
  await stage.page.locator(".story").waitFor();
}

/** The pages of the demo's staff, up to those of the router. */
export const staffScenes: readonly Scene[] = [
  {
    name: "the staff's login",
    async open({ page, language, addresses }) {
      await page.goto(`${addresses.shopWithStaff}/staff?lang=${language}`);
    },
  },
  {
    name: "the staff's page",
    async open(stage) {
      // With an alert at least.
      await stageDay(stage, "changed");
      await stage.page.goto(`${stage.addresses.shopWithStaff}/staff?seeded`);
    },
    turn: turnPage,
  },
  { name: "a bad day of the staff: paid twice", open: (stage) => stageDay(stage, "twice"), turn: turnPage },
  { name: "a bad day of the staff: another amount", open: (stage) => stageDay(stage, "changed"), turn: turnPage },
];
