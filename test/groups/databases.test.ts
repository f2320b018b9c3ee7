import { together } from "./together.ts";

// The runner begins with the first names: it takes long, and the last one would run alone.
together("stores");
