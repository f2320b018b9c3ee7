import { together } from "./together.ts";

together("packages/*/src");
