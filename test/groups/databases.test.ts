import { after } from "node:test";
import { sharePostgres } from "../postgres.ts";
import { together } from "./together.ts";

after(sharePostgres());

// The runner begins with the first names: it takes long, and the last one would run alone.
together("stores");
