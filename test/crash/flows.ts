import { cards } from "../shop.ts";
import type { Buyer } from "./buyer.ts";

/** A way that a payment goes, with an approved card at its end. */
export interface Flow {
  title: string;
  hook: "plain" | "fails once" | "transaction";
  play(buyer: Buyer, pass: Pass): Promise<void>;
}

/** Moves both clocks, and lets the shop look after what is due; answers when something is due next. */
export type Pass = (ms: number) => Promise<{ due: number | undefined; now: number }>;

const approvedReturn = async (buyer: Buyer): Promise<void> => {
  await buyer.launch();
  await buyer.pay(cards.approved);
  await buyer.comeBack();
};

export const flows: readonly Flow[] = [
  { title: "approved return", hook: "plain", play: approvedReturn },
  {
    title: "declined, then approved",
    hook: "plain",
    async play(buyer) {
      await buyer.launch();
      await buyer.pay(cards.declined);
      await buyer.comeBack();
      await approvedReturn(buyer);
    },
  },
  {
    title: "cancelled, then paid",
    hook: "plain",
    async play(buyer) {
      await buyer.launch();
      await buyer.pay("cancel");
      await buyer.comeBack();
      await approvedReturn(buyer);
    },
  },
  {
    title: "never came back",
    hook: "plain",
    async play(buyer, pass) {
      await buyer.launch();
      await buyer.pay(cards.approved);
      await pass(55_000);
    },
  },
  {
    title: "hook fails, then succeeds",
    hook: "fails once",
    async play(buyer, pass) {
      await approvedReturn(buyer);
      await pass(6000);
    },
  },
  { title: "hook in a transaction", hook: "transaction", play: approvedReturn },
];
