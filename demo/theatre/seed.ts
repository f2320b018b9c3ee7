import { randomBytes } from "node:crypto";
import { linesOf, paysTwice, type Scene, type Script, Stage, type StageSetup } from "./stage.ts";

const second = 1000;
const minute = 60 * second;

const cards = {
  visa: "4761340000000050",
  mastercard: "5461340000000050",
  amex: "376134000000052",
  noFunds: "4761340000001512",
  noFundsMastercard: "5461340000001512",
  refused: "4761340000001058",
  expired: "4761340000001546",
  overLimit: "4761340000001611",
  partial: "4761340000001108",
} as const;

type Card = keyof typeof cards;

/** How a payment goes. */
type PlannedOutcome =
  | "pays"
  /** Closes the browser after paying. */
  | "closes"
  /** Pays with another card after the first was declined. */
  | "secondCard"
  | "cancels"
  /** Never types a card. */
  | "leaves"
  /** The bank answers no question about it. */
  | "unanswered"
  /** The order changes while the buyer pays. */
  | "changes"
  /** Keeps two tabs open, and pays in both. */
  | "twice"
  /** Pays, and the shop cannot record it: it has closed the day. */
  | "dayClosed";

interface Seed {
  minutesAgo: number;
  products: string;
  outcome: PlannedOutcome;
  card: Card;
}

const seed = (minutesAgo: number, products: string, outcome: PlannedOutcome = "pays", card: Card = "visa"): Seed => ({
  minutesAgo,
  products,
  outcome,
  card,
});

/**
 * Thirty payments of yesterday and today. Those that the bank has to forget begin more than an hour ago. Some are older
 * than a day: whenever they are played, the batch that closed last has payments.
 */
export const seeds: readonly Seed[] = [
  seed(1722, "cafe"),
  seed(1694, "cacao miel", "pays", "mastercard"),
  seed(1671, "casabe", "pays", "noFunds"),
  seed(1650, "ambar"),
  seed(1625, "cafe chocolate", "secondCard", "mastercard"),
  seed(1580, "larimar", "pays", "amex"),
  seed(473, "tambora", "leaves"),
  seed(455, "miel", "closes"),
  seed(421, "mamajuana", "pays", "mastercard"),
  seed(404, "cacao", "cancels"),
  seed(391, "larimar ambar", "twice"),
  seed(377, "cafe casabe", "pays", "refused"),
  seed(352, "chocolate"),
  seed(330, "miel cacao", "pays", "mastercard"),
  seed(312, "tambora", "changes"),
  seed(297, "cafe", "dayClosed"),
  seed(276, "mamajuana casabe", "closes", "mastercard"),
  seed(255, "ambar", "pays", "overLimit"),
  seed(240, "cacao cafe", "unanswered"),
  seed(218, "larimar", "pays", "partial"),
  seed(203, "casabe"),
  seed(181, "miel", "pays", "expired"),
  seed(160, "chocolate cacao", "pays", "amex"),
  seed(133, "tambora", "secondCard"),
  seed(102, "cafe miel", "pays", "mastercard"),
  seed(80, "cacao"),
  seed(47, "mamajuana", "pays", "noFundsMastercard"),
  seed(21, "cafe"),
  seed(6, "ambar", "leaves"),
  seed(2, "casabe chocolate", "leaves"),
];

/** Plays thirty payments of yesterday and today, within seconds. */
export function playSeeds(setup: StageSetup): Promise<void> {
  const now = Date.now();
  return Stage.play(setup, (stage) =>
    seeds.map((one): Scene => ({ at: now - one.minutesAgo * minute, script: scriptOf(stage, one) })),
  );
}

async function* scriptOf(stage: Stage, { products, outcome, card }: Seed): Script {
  const order = stage.place(randomBytes(16).toString("base64url"), products.split(" "));
  yield 20 * second;
  if (outcome === "unanswered") await stage.bank.arm("early-404", order.id, 60);
  if (outcome === "twice") {
    yield* paysTwice(stage, order, cards[card]);
    return;
  }
  if (outcome === "dayClosed") stage.orders.closeDay(order.id);
  const launch = await stage.launch(order);
  if (outcome === "leaves") return;
  yield 50 * second;
  if (outcome === "changes") stage.orders.changeLines(order.id, linesOf([...products.split(" "), "cafe"]));
  const firstCard = outcome === "secondCard" ? cards.noFunds : cards[card];
  const back = await stage.pay(launch, outcome === "cancels" ? "cancel" : firstCard);
  yield 3 * second;
  if (outcome !== "closes") await stage.comeBack(back);
  if (outcome === "secondCard") {
    yield 45 * second;
    const again = await stage.launch(order);
    yield 30 * second;
    await stage.comeBack(await stage.pay(again, cards[card]));
  }
  if (outcome === "dayClosed") {
    yield minute;
    stage.orders.reopenDay(order.id);
  }
  if (outcome === "unanswered") {
    yield 62 * minute;
    await stage.bank.disarm("early-404");
  }
}
