import { together } from "./together.ts";

together("express", 1, 2);
