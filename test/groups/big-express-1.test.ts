import { together } from "./together.ts";

together("test/express", 0, 2);
