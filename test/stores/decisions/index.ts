import type { StoreSubject } from "@ventanilla/store-contract";
import { registerCases } from "../../../packages/store-contract/src/store-contract.ts";
import { listing as lists, spanning } from "../reads/listing.ts";
import { products } from "../reads/products.ts";
import { watching as backlogs } from "../reads/watching.ts";
import { approving } from "./approving.ts";
import { capturing } from "./capturing.ts";
import { counting } from "./counting.ts";
import { delivering } from "./delivering.ts";
import { inserting } from "./inserting.ts";
import { insertingElsewhere } from "./inserting-elsewhere.ts";
import { keeping } from "./keeping.ts";
import { listing } from "./listing.ts";
import { moving, writing } from "./moving.ts";
import { racing } from "./racing.ts";
import { referring } from "./referring.ts";
import { watching } from "./watching.ts";

/**
 * Tests what the router decides about orders, and where it puts their attempts. These are functions, so one store
 * shows what comes of them; the contract shows that the others keep the same.
 */
export function decisions(subject: StoreSubject): void {
  for (const cases of [
    inserting,
    insertingElsewhere,
    referring,
    moving,
    approving,
    capturing,
    listing,
    counting,
    watching,
  ])
    registerCases(subject, cases);
}

/**
 * Tests what more than the contract an engine of the router's has to do: the SQL of hooks, every fact, many
 * launches at once, and each list and count in its own words, which the contract compares with rows at hand.
 */
export function engine(subject: StoreSubject): void {
  registerCases(subject, delivering, { needs: ["query"] });
  registerCases(subject, keeping);
  registerCases(subject, writing);
  registerCases(subject, racing);
  registerCases(subject, lists);
  registerCases(subject, products);
  registerCases(subject, backlogs);
  registerCases(subject, spanning, { needs: ["advance"] });
}
