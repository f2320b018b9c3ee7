import { after } from "node:test";
import { sharePostgres } from "../postgres.ts";
import { together } from "./together.ts";

after(sharePostgres());

together("express", 1, 2);
