import { together } from "./together.ts";

together("test/links");
