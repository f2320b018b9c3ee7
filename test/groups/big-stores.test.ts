import { together } from "./together.ts";

together("stores");
