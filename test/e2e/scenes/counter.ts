import type { OpenedCounter } from "../counter-server.ts";
import type { Scene, Stage } from "./scene.ts";

/** A counter of a scene's own. */
export interface Counter extends Pick<OpenedCounter, "cases"> {
  url: string;
}

export async function openCounter({ addresses }: Pick<Stage, "addresses">): Promise<Counter> {
  return (await (await fetch(addresses.counters, { method: "POST" })).json()) as Counter;
}

/** A page of the counter, as it is when it is opened. */
function pageScene(name: string, pathOf: (counter: Counter) => string): Scene {
  return {
    name: `the staff's ${name}`,
    async open(stage) {
      const counter = await openCounter(stage);
      const path = pathOf(counter);
      await stage.page.goto(`${counter.url}${path}${path.includes("?") ? "&" : "?"}lang=${stage.language}`);
    },
  };
}

export const counterScenes: readonly Scene[] = [
  pageScene("day", () => "/staff/"),
  pageScene("day without payments", () => "/empty/"),
  {
    name: "the staff's decisions",
    async open(stage) {
      const { url } = await openCounter(stage);
      await stage.page.goto(`${url}/staff/decide?lang=${stage.language}`);
      await stage.page.locator("summary").first().click();
      await stage.page.locator("summary").last().click();
    },
  },
  pageScene("decisions, to look at", () => "/look/decide"),
  pageScene("payment, unconfirmed", ({ cases }) => `/staff/payments/${cases.unknown}`),
  pageScene("payment, approved", ({ cases }) => `/look/payments/${cases.approved}`),
  pageScene("payment of a long order", ({ cases }) => `/staff/payments/${cases.long}`),
  pageScene("list", () => "/staff/payments"),
  pageScene("list, filtered", () => "/staff/payments?amount=x&digits=0050"),
  pageScene("refusal of nobody", () => "/nobody/"),
];
