import { test } from "node:test";
import { assertCurrent } from "../package/current.ts";

test("docs/drawings shows the steps of a payment and the states of an attempt", () => assertCurrent("drawings"));
