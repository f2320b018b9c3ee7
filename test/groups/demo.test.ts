import { together } from "./together.ts";

together("demo");
