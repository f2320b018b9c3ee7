import { test } from "node:test";
import type { ContractOptions, StoreSubject } from "@ventanilla/store-contract";
import { registerCases } from "../../../packages/store-contract/src/store-contract.ts";
import { hasMariaDb } from "../../mariadb.ts";
import { isIn, some } from "../../part.ts";
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
export function engine(subject: StoreSubject, options: ContractOptions = {}): void {
  registerCases(subject, delivering, { ...options, needs: ["query"] });
  for (const cases of [keeping, writing, racing, lists, products, backlogs]) registerCases(subject, cases, options);
  registerCases(subject, spanning, { ...options, needs: ["advance"] });
}

/** Of the servers' engines, `npm test` tests one whole, and plays one in four of the other's cases. */
export const inTurn = (name: "Postgres" | "MariaDB"): ContractOptions =>
  !hasMariaDb || some("engine", ["Postgres", "MariaDB"]).includes(name) ? {} : inPart;

/** For a store whose engine is tested whole beside it: `npm test` plays one in four of its cases. */
export const inPart: ContractOptions = { test: (title, ...rest) => isIn(title, 4) && test(title, ...rest) };
