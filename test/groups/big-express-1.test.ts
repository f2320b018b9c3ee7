import { together } from "./together.ts";

together("express", 0, 2);
