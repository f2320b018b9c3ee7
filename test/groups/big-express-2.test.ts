import { together } from "./together.ts";

together("test/express", 1, 2);
