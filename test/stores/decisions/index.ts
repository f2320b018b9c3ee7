import type { StoreSubject } from "@ventanilla/store-contract";
import { registerCases } from "../../../packages/store-contract/src/store-contract.ts";
import { approving } from "./approving.ts";
import { capturing } from "./capturing.ts";
import { counting } from "./counting.ts";
import { delivering } from "./delivering.ts";
import { inserting } from "./inserting.ts";
import { insertingElsewhere } from "./inserting-elsewhere.ts";
import { keeping } from "./keeping.ts";
import { listing } from "./listing.ts";
import { moving } from "./moving.ts";
import { racing } from "./racing.ts";
import { referring } from "./referring.ts";
import { watching } from "./watching.ts";

/**
 * Tests what the router decides about orders, and where it puts their attempts, on a store: in each engine the same
 * comes of it.
 */
export function decisions(subject: StoreSubject): void {
  registerCases(subject, [
    ...inserting,
    ...insertingElsewhere,
    ...referring,
    ...moving,
    ...approving,
    ...capturing,
    ...delivering,
    ...listing,
    ...counting,
    ...watching,
    ...keeping,
    ...racing,
  ]);
}
